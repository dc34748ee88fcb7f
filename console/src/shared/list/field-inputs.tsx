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

interface Labelled {
  readonly value: string
  readonly label?: unknown
}

/** What is chosen, one or several, with the names that came along with it. */
const chosenIn = ({ name, value, draft }: EditorProps): readonly Labelled[] => {
  const shown = draft[nameFieldOf(name)]
  if (Array.isArray(value)) {
    const names = Array.isArray(shown) ? (shown as readonly string[]) : []
    return (value as readonly string[]).map((id, index) => ({ value: id, label: names[index] ?? `#${id}` }))
  }
  return typeof value === 'string' ? [{ value, label: typeof shown === 'string' ? shown : `#${value}` }] : []
}

/** Hands on what was chosen, one or several as the field is. */
const choose = ({ onChange, field }: EditorProps, chosen: readonly Labelled[]): void => {
  const names = chosen.map(({ label }) => (typeof label === 'string' ? label : ''))
  if (field.as.kind === 'refs')
    onChange(
      chosen.map(({ value }) => value),
      names,
    )
  else onChange(chosen[0]?.value ?? null, names[0] ?? null)
}
const listed = (next: Labelled | readonly Labelled[] | undefined): readonly Labelled[] =>
  next === undefined ? [] : 'value' in next ? [next] : next

const DeptInput = (props: EditorProps) => {
  const t = useTexts(listTexts)
  const { id, field, invalid } = props
  const { data: nodes } = useCall(accountCalls.listDeptNodeAll, undefined, { staleTime: fresh })
  const tree = useMemo(() => nodes?.map(itemOf) ?? [], [nodes])
  const several = field.as.kind === 'refs'
  // The tree names what it knows; until it came, the record does.
  const chosen = nodes ? chosenIn(props).map(({ value }) => ({ value })) : chosenIn(props)
  return (
    <TreeSelect<Labelled | readonly Labelled[] | undefined>
      id={id}
      labelInValue
      multiple={several}
      value={several ? chosen : chosen[0]}
      treeData={tree}
      showSearch={{ filterTreeNode: (query, node) => contains(node.title, query) }}
      allowClear={mayBeEmpty(field)}
      treeDefaultExpandedKeys={tree.map((node) => node.value)}
      placeholder={props.placeholder ?? t(mayBeEmpty(field) ? 'noDept' : 'choose')}
      className={wide}
      {...described(props)}
      {...statusOf(invalid)}
      onChange={(next) => choose(props, listed(next))}
    />
  )
}

const searchPause = 250
const most = 50

/** Records of a list, found by the server as one types; by name here where the list is `whole`, without paging and keyword. */
const recordInput = (list: Call, titles: readonly string[], whole = false) => {
  const nameOf = (row: Draft): string =>
    titles.flatMap((title) => (typeof row[title] === 'string' ? [row[title]] : []))[0] ?? `#${String(row['id'])}`
  const RecordInput = (props: EditorProps) => {
    const t = useTexts(listTexts)
    const { id, field, invalid } = props
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
    const several = field.as.kind === 'refs'
    const chosen = chosenIn(props)
    return (
      <Select<Labelled | readonly Labelled[] | undefined>
        id={id}
        labelInValue
        {...(several ? { mode: 'multiple' as const } : {})}
        value={several ? chosen : chosen[0]}
        options={rows.map((row) => ({ value: row.id, label: nameOf(row) }))}
        loading={found.isFetching}
        notFoundContent={found.isFetching ? t('loading') : (found.error?.message ?? t('nothingFound'))}
        showSearch={whole ? { optionFilterProp: 'label' } : { filterOption: false, onSearch: setQuery }}
        allowClear={mayBeEmpty(field)}
        placeholder={props.placeholder ?? t('choose')}
        className={wide}
        {...described(props)}
        {...statusOf(invalid)}
        onOpenChange={setOpened}
        onChange={(next) => choose(props, listed(next))}
      />
    )
  }
  return RecordInput
}

const refInputs: Readonly<Record<RefTarget, ComponentType<EditorProps>>> = {
  dept: DeptInput,
  user: recordInput(accountCalls.listUserByDeptId, ['cname']),
  role: recordInput(accountCalls.getAllRoles, ['name'], true),
  hazardArea: recordInput(hazardCalls.listBsHazardAreaAll, ['name']),
  building: recordInput(indoorCalls.listBsBuildingAll, ['name']),
  floor: recordInput(indoorCalls.listBsFloorAll, ['name']),
  camera: recordInput(videoCalls.listBsCameraByDeptId, ['name']),
  dict: recordInput(dictionaryCalls.listDictAll, ['name']),
  pushTaskType: recordInput(pushCalls.listPushTaskTypeAll, ['name']),
}

/** One record that another names, or several. */
export const RefInput = (props: EditorProps) => {
  const Chosen = refInputs[(props.field.as as Extract<FieldKind, { readonly kind: 'ref' | 'refs' }>).to]
  return <Chosen {...props} />
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
