import { accountCalls } from '@vigil/contract/accounts/calls.ts'
import type { DeptNode } from '@vigil/contract/accounts/entities.ts'
import { dictionaryCalls } from '@vigil/contract/dictionary/calls.ts'
import { hazardCalls } from '@vigil/contract/hazards/calls.ts'
import { indoorCalls } from '@vigil/contract/indoor/calls.ts'
import type { Call } from '@vigil/contract/kernel/call.ts'
import { paged } from '@vigil/contract/kernel/client.ts'
import type { FieldKind, RefTarget } from '@vigil/contract/kernel/field.ts'
import { nameFieldOf } from '@vigil/contract/kernel/noun.ts'
import { pushCalls } from '@vigil/contract/push/calls.ts'
import { videoCalls } from '@vigil/contract/video/calls.ts'
import { Button, Input, InputNumber, Select, TreeSelect } from 'antd'
import { useEffect, useMemo, useState, type ComponentType } from 'react'
import { useCall } from '../api/queries.ts'
import { useTexts } from '../i18n/texts.ts'
import type { Draft } from './draft.ts'
import { pictureUrl } from './field-display.tsx'
import styles from './field.module.css'
import { mayBeEmpty } from './limits.ts'
import type { Row } from './record.ts'
import type { EditorProps } from './sketch.ts'
import { listTexts } from './texts.ts'

/** Editors of fields that are more than a line: references, places, shapes, pictures. Every form of the kit takes them from here. */

const fresh = 60_000
const wide = styles['wide'] ?? ''
const described = (props: EditorProps) => ({ 'aria-describedby': props['aria-describedby'] })
const statusOf = (invalid: boolean): { readonly status: 'error' } | Record<string, never> => (invalid ? { status: 'error' } : {})

interface TreeItem {
  readonly value: string
  readonly title: string
  readonly children: TreeItem[]
}
const itemOf = ({ id, name, children }: DeptNode): TreeItem => ({ value: id, title: name, children: children.map(itemOf) })
const contains = (text: unknown, query: string): boolean => String(text).toLowerCase().includes(query.trim().toLowerCase())

const DeptInput = (props: EditorProps) => {
  const t = useTexts(listTexts)
  const { id, name, value, onChange, draft, field, invalid } = props
  const { data: nodes } = useCall(accountCalls.listDeptNodeAll, undefined, { staleTime: fresh })
  const tree = useMemo(() => nodes?.map(itemOf) ?? [], [nodes])
  const shownName = draft[nameFieldOf(name)]
  return (
    <TreeSelect
      id={id}
      labelInValue
      {...(typeof value === 'string'
        ? { value: { value, ...(typeof shownName === 'string' && nodes === undefined ? { label: shownName } : {}) } }
        : {})}
      treeData={tree}
      showSearch={{ filterTreeNode: (query, node) => contains(node.title, query) }}
      allowClear={mayBeEmpty(field)}
      treeDefaultExpandedKeys={tree.map((node) => node.value)}
      placeholder={props.placeholder ?? t(mayBeEmpty(field) ? 'noDept' : 'choose')}
      className={wide}
      {...described(props)}
      {...statusOf(invalid)}
      onChange={(next: { readonly value: string; readonly label?: unknown } | undefined) =>
        onChange(next?.value ?? null, next ? String(next.label) : null)
      }
    />
  )
}

const searchPause = 250
const most = 50

/** One record of a list, found by the server as one types. */
const recordInput = (list: Call, titles: readonly string[]) => {
  const nameOf = (row: Draft): string =>
    titles.flatMap((title) => (typeof row[title] === 'string' ? [row[title]] : []))[0] ?? String(row['id'])
  const RecordInput = (props: EditorProps) => {
    const t = useTexts(listTexts)
    const { id, name, value, onChange, draft, field, invalid } = props
    const [query, setQuery] = useState('')
    const [asked, setAsked] = useState('')
    const [opened, setOpened] = useState(false)
    useEffect(() => {
      const timer = setTimeout(() => setAsked(query.trim()), searchPause)
      return () => clearTimeout(timer)
    }, [query])
    const body = { pageNum: 1, pageSize: most, ...(asked === '' ? {} : { keyword: asked }) }
    const found = useCall(list, body, { enabled: opened, keepPrevious: true, staleTime: fresh })
    const rows = found.data ? paged(found.data as Row[] | { list: Row[]; total: number }).list : []
    const shownName = draft[nameFieldOf(name)]
    return (
      <Select<{ value: string; label: string }>
        id={id}
        labelInValue
        {...(typeof value === 'string'
          ? { value: { value, label: typeof shownName === 'string' ? shownName : `#${value}` } }
          : {})}
        options={rows.map((row) => ({ value: row.id, label: nameOf(row) }))}
        loading={found.isFetching}
        notFoundContent={found.isFetching ? t('loading') : (found.error?.message ?? t('nothingFound'))}
        showSearch={{ filterOption: false, onSearch: setQuery }}
        allowClear={mayBeEmpty(field)}
        placeholder={props.placeholder ?? t('choose')}
        className={wide}
        {...described(props)}
        {...statusOf(invalid)}
        onOpenChange={setOpened}
        onChange={(next: { value: string; label: string } | undefined) => onChange(next?.value ?? null, next?.label ?? null)}
      />
    )
  }
  return RecordInput
}

interface Source {
  readonly list: Call
  /** Fields that carry what people call one; the first that is there. */
  readonly titles: readonly string[]
  /** The list has no paging and no keyword: all of it is there at once. */
  readonly whole?: true
}
const sources: Readonly<Record<RefTarget, Source>> = {
  dept: { list: accountCalls.listDeptNodeAll, titles: ['name'], whole: true },
  user: { list: accountCalls.listUserByDeptId, titles: ['cname'] },
  role: { list: accountCalls.getAllRoles, titles: ['name'], whole: true },
  hazardArea: { list: hazardCalls.listBsHazardAreaAll, titles: ['name'] },
  building: { list: indoorCalls.listBsBuildingAll, titles: ['name'] },
  floor: { list: indoorCalls.listBsFloorAll, titles: ['name'] },
  camera: { list: videoCalls.listBsCameraByDeptId, titles: ['name'] },
  dict: { list: dictionaryCalls.listDictAll, titles: ['name'] },
  pushTaskType: { list: pushCalls.listPushTaskTypeAll, titles: ['name'] },
}
const one = (to: RefTarget): ComponentType<EditorProps> => recordInput(sources[to].list, sources[to].titles)
const refInputs: Readonly<Record<RefTarget, ComponentType<EditorProps>>> = {
  dept: DeptInput,
  user: one('user'),
  role: one('role'),
  hazardArea: one('hazardArea'),
  building: one('building'),
  floor: one('floor'),
  camera: one('camera'),
  dict: one('dict'),
  pushTaskType: one('pushTaskType'),
}

/** Several records of a list, searched by the server where the list is long. */
export const RefsInput = (props: EditorProps) => {
  const t = useTexts(listTexts)
  const { id, name, value, onChange, draft, field, invalid } = props
  const { list, titles, whole } = sources[(field.as as Extract<FieldKind, { readonly kind: 'refs' }>).to]
  const [query, setQuery] = useState('')
  const [asked, setAsked] = useState('')
  const [opened, setOpened] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setAsked(query.trim()), searchPause)
    return () => clearTimeout(timer)
  }, [query])
  const body = whole ? undefined : { pageNum: 1, pageSize: most, ...(asked === '' ? {} : { keyword: asked }) }
  const found = useCall(list, body, { enabled: opened, keepPrevious: true, staleTime: fresh })
  const rows = found.data ? paged(found.data as Row[] | { list: Row[]; total: number }).list : []
  const nameOf = (row: Row): string => titles.map((title) => row[title]).find((text) => typeof text === 'string') ?? row.id
  const ids = Array.isArray(value) ? (value as string[]) : []
  const names = draft[nameFieldOf(name)]
  const known = Array.isArray(names) ? (names as string[]) : []
  return (
    <Select<{ value: string; label: string }[]>
      id={id}
      mode="multiple"
      labelInValue
      value={ids.map((item, at) => ({ value: item, label: known[at] ?? `#${item}` }))}
      options={rows.map((row) => ({ value: row.id, label: nameOf(row) }))}
      loading={found.isFetching}
      notFoundContent={found.isFetching ? t('loading') : (found.error?.message ?? t('nothingFound'))}
      showSearch={whole ? { optionFilterProp: 'label' } : { filterOption: false, onSearch: setQuery }}
      allowClear
      placeholder={props.placeholder ?? t('choose')}
      className={wide}
      {...described(props)}
      {...statusOf(invalid)}
      onOpenChange={setOpened}
      onChange={(next) =>
        onChange(
          next.map((item) => item.value),
          next.map((item) => item.label),
        )
      }
    />
  )
}

export const RefInput = (props: EditorProps) => {
  const Input = refInputs[(props.field.as as Extract<FieldKind, { readonly kind: 'ref' }>).to]
  return <Input {...props} />
}

interface Place {
  readonly lng: number | null
  readonly lat: number | null
}
const placeOf = (value: unknown): Place =>
  typeof value === 'object' && value !== null ? (value as Place) : { lng: null, lat: null }
const numberOrNull = (value: string | number | null): number | null => (typeof value === 'number' ? value : null)

/** Both halves of a place; its value is `{ lng, lat }`. */
export const PlaceInput = (props: EditorProps) => {
  const t = useTexts(listTexts)
  const { id, value, onChange, invalid } = props
  const { lng, lat } = placeOf(value)
  const pasted = (text: string): boolean => {
    const [first, second, ...rest] = text
      .trim()
      .split(/[\s,，]+/)
      .map(Number)
    if (first === undefined || second === undefined || rest.length > 0 || Number.isNaN(first + second)) return false
    onChange({ lng: first, lat: second })
    return true
  }
  const common = { className: wide, changeOnBlur: false, controls: false, ...described(props), ...statusOf(invalid) }
  return (
    <span
      className={styles['pair']}
      onPaste={(event) => {
        if (pasted(event.clipboardData.getData('text'))) event.preventDefault()
      }}
    >
      <InputNumber
        {...common}
        id={id}
        value={lng}
        prefix={t('longitude')}
        aria-label={t('longitude')}
        onChange={(next) => onChange({ lng: numberOrNull(next), lat })}
      />
      <InputNumber
        {...common}
        value={lat}
        prefix={t('latitude')}
        aria-label={t('latitude')}
        onChange={(next) => onChange({ lng, lat: numberOrNull(next) })}
      />
    </span>
  )
}

const lineOf = (point: unknown): string => (Array.isArray(point) ? point.join(', ') : '')
const pointsIn = (text: string): number[][] =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) =>
      line
        .trim()
        .split(/[\s,，]+/)
        .map(Number),
    )

export const RingInput = (props: EditorProps) => {
  const t = useTexts(listTexts)
  const { id, value, onChange, invalid } = props
  const [text, setText] = useState(() => (Array.isArray(value) ? value.map(lineOf).join('\n') : ''))
  return (
    <Input.TextArea
      id={id}
      value={text}
      placeholder={t('ringHint')}
      autoSize={{ minRows: 3, maxRows: 10 }}
      {...described(props)}
      {...statusOf(invalid)}
      onChange={({ target }) => {
        setText(target.value)
        onChange(pointsIn(target.value))
      }}
    />
  )
}

export const PictureInput = ({ id, value, onChange, field }: EditorProps) => {
  const t = useTexts(listTexts)
  return typeof value === 'string' && value !== '' ? (
    <span className={styles['flag']}>
      <img className={styles['picture']} src={pictureUrl(value)} alt={t('picture')} />
      <Button id={id} onClick={() => onChange('')} disabled={!mayBeEmpty(field)}>
        {t('removePicture')}
      </Button>
    </span>
  ) : (
    <Input id={id} value="" disabled placeholder={t('none')} />
  )
}
