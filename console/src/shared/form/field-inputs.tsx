import { accountCalls } from '@vigil/contract/accounts/calls.ts'
import type { DeptNode } from '@vigil/contract/accounts/entities.ts'
import { dictionaryCalls } from '@vigil/contract/dictionary/calls.ts'
import { hazardCalls } from '@vigil/contract/hazards/calls.ts'
import type { Point } from '@vigil/contract/hazards/entities.ts'
import { indoorCalls } from '@vigil/contract/indoor/calls.ts'
import type { Call } from '@vigil/contract/kernel/call.ts'
import { paged } from '@vigil/contract/kernel/client.ts'
import type { FieldKind, RefTarget } from '@vigil/contract/kernel/field.ts'
import { listOf } from '@vigil/contract/kernel/listings.ts'
import { nameFieldOf } from '@vigil/contract/kernel/noun.ts'
import { pushCalls } from '@vigil/contract/push/calls.ts'
import { videoCalls } from '@vigil/contract/video/calls.ts'
import { Select, Skeleton } from 'antd'
import { lazy, Suspense, useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { useCall } from '../api/queries.ts'
import { useTexts } from '../i18n/texts.ts'
import { findDept } from '../pick/departments.ts'
import { DeptPicker, DeptsPicker } from '../pick/dept-picker.tsx'
import { FilePicker } from '../pick/file-picker.tsx'
import type { Place } from '../pick/place.ts'
import { useDepartments } from '../pick/use-departments.ts'
import { UserPicker, UsersPicker } from '../pick/user-picker.tsx'
import { mayBeEmpty } from '../spec/limits.ts'
import type { Draft, Row } from '../spec/record.ts'
import type { EditorProps } from '../spec/definitions.ts'
import { listTexts } from '../spec/texts.ts'
import styles from './inputs.module.css'

/** Editors of fields that are more than a line: references, places, shapes, pictures. Every form of the kit takes them from here. */

const fresh = 60_000
const wide = styles['wide'] ?? ''
const described = (props: EditorProps) => ({ 'aria-describedby': props['aria-describedby'] })
const statusOf = (invalid: boolean): { readonly status: 'error' } | Record<string, never> => (invalid ? { status: 'error' } : {})

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

const knownOf = ({ value, draft, name }: EditorProps): { readonly id: string; readonly name: string } | null => {
  const shown = draft[nameFieldOf(name)]
  return typeof value === 'string' && typeof shown === 'string' ? { id: value, name: shown } : null
}
/** What every picker is told. */
const common = (props: EditorProps) => ({
  id: props.id,
  ...described(props),
  ...(props.placeholder === undefined ? {} : { placeholder: props.placeholder }),
})
const idIn = (value: unknown): string | null => (typeof value === 'string' ? value : null)
const idsIn = (value: unknown): readonly string[] => (Array.isArray(value) ? (value as readonly string[]) : [])

const DeptInput = (props: EditorProps) => {
  const { field, value, onChange } = props
  const { data: nodes = noDepts } = useDepartments()
  const nameOf = (id: string): string => findDept(nodes, id)?.name ?? ''
  return field.as.kind === 'refs' ? (
    <DeptsPicker {...common(props)} value={idsIn(value)} onChange={(ids) => onChange(ids, ids.map(nameOf))} />
  ) : (
    <DeptPicker
      {...common(props)}
      value={idIn(value)}
      known={knownOf(props)}
      allowClear={mayBeEmpty(field)}
      onChange={(id) => onChange(id, id === null ? null : nameOf(id))}
    />
  )
}
const noDepts: readonly DeptNode[] = []

const UserInput = (props: EditorProps) => {
  const { field, value, onChange } = props
  return field.as.kind === 'refs' ? (
    <UsersPicker
      {...common(props)}
      value={idsIn(value)}
      known={chosenIn(props).map(({ value: id, label }) => ({ id, name: String(label) }))}
      onChange={(ids, people) =>
        onChange(
          ids,
          people.map(({ name }) => name),
        )
      }
    />
  ) : (
    <UserPicker
      {...common(props)}
      value={idIn(value)}
      known={knownOf(props)}
      allowClear={mayBeEmpty(field)}
      onChange={(id, person) => onChange(id, person?.name ?? null)}
    />
  )
}

const searchPause = 250
const most = 50

interface RecordList {
  readonly list: Call
  /** The fields by which people know a record; the first that it has. */
  readonly titles: readonly string[]
  /** Without paging and keyword: it is searched here. */
  readonly whole?: boolean
}
const nameIn = (row: Draft, titles: readonly string[]): string =>
  titles.flatMap((title) => (typeof row[title] === 'string' ? [row[title]] : []))[0] ?? `#${String(row['id'])}`

/** Records of a list, found by the server as one types. */
const RecordInput = ({ list, titles, whole = false, ...props }: EditorProps & RecordList) => {
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
      options={rows.map((row) => ({ value: row.id, label: nameIn(row, titles) }))}
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
const recordInput = (list: Call, titles: readonly string[], whole = false) => {
  const OfList = (props: EditorProps) => <RecordInput {...props} list={list} titles={titles} whole={whole} />
  return OfList
}

/** Fetched with the first form that has one: they bring the map along. */
const AreaPicker = lazy(async () => ({ default: (await import('../pick/area-picker.tsx')).AreaPicker }))
const PlacePicker = lazy(async () => ({ default: (await import('../pick/place-picker.tsx')).PlacePicker }))
const ShapePicker = lazy(async () => ({ default: (await import('../pick/shape-picker.tsx')).ShapePicker }))

const Fetched = ({ children }: { readonly children: ReactNode }) => (
  <Suspense fallback={<Skeleton.Input active block />}>{children}</Suspense>
)

const Areas = recordInput(hazardCalls.listBsHazardAreaAll, ['name'])
const AreaInput = (props: EditorProps) => {
  const { field, value, onChange } = props
  return field.as.kind === 'refs' ? (
    <Areas {...props} />
  ) : (
    <Fetched>
      <AreaPicker
        {...common(props)}
        value={idIn(value)}
        known={knownOf(props)}
        allowClear={mayBeEmpty(field)}
        onChange={(id, area) => onChange(id, area?.name ?? null)}
      />
    </Fetched>
  )
}

/** Those that are chosen otherwise than from the list of their noun, or that every form has at once. */
const ownInputs: Readonly<Partial<Record<RefTarget, ComponentType<EditorProps>>>> = {
  dept: DeptInput,
  user: UserInput,
  role: recordInput(accountCalls.getAllRoles, ['name'], true),
  hazardArea: AreaInput,
  building: recordInput(indoorCalls.listBsBuildingAll, ['name']),
  floor: recordInput(indoorCalls.listBsFloorAll, ['name']),
  camera: recordInput(videoCalls.listBsCameraByDeptId, ['name']),
  dict: recordInput(dictionaryCalls.listDictAll, ['name']),
  pushTaskType: recordInput(pushCalls.listPushTaskTypeAll, ['name']),
}

const targetOf = ({ field }: EditorProps): RefTarget => (field.as as Extract<FieldKind, { readonly kind: 'ref' | 'refs' }>).to

const OfItsNoun = (props: EditorProps) => {
  const list = listOf(targetOf(props))
  if (!list) throw new Error(`no call lists ${targetOf(props)}`)
  return <RecordInput {...props} list={list.call} titles={[list.title]} />
}
/** Of any other noun: from its list, which is known once all calls are. */
const ListedInput = lazy(async () => {
  await import('@vigil/contract/index.ts')
  return { default: OfItsNoun }
})

/** One record that another names, or several. */
export const RefInput = (props: EditorProps) => {
  const Own = ownInputs[targetOf(props)]
  return Own ? (
    <Own {...props} />
  ) : (
    <Fetched>
      <ListedInput {...props} />
    </Fetched>
  )
}

const halvesIn = (value: unknown): Place | null => {
  const { lng, lat } = (value ?? {}) as { readonly lng?: unknown; readonly lat?: unknown }
  return typeof lng === 'number' && typeof lat === 'number' ? { lng, lat } : null
}

/** Both halves of a place; its value is `{ lng, lat }`, both null for none. */
export const PlaceInput = (props: EditorProps) => (
  <Fetched>
    <PlacePicker
      {...common(props)}
      value={halvesIn(props.value)}
      onUnfinished={props.onUnfinished}
      onChange={(place) => props.onChange(place ?? { lng: null, lat: null })}
    />
  </Fetched>
)

/** The outline of an area. */
export const RingInput = (props: EditorProps) => (
  <Fetched>
    <ShapePicker
      {...common(props)}
      value={Array.isArray(props.value) ? (props.value as readonly Point[]) : []}
      onChange={(points) => props.onChange(points)}
    />
  </Fetched>
)

export const PictureInput = (props: EditorProps) => (
  <FilePicker
    {...common(props)}
    kind="picture"
    value={idIn(props.value) ?? ''}
    deptId={idIn(props.draft['deptId'])}
    onChange={(file) => props.onChange(file)}
  />
)
