import { nameFieldOf } from '@vigil/contract/kernel/noun.ts'
import type { UserInfo } from '@vigil/contract/session/calls.ts'
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import type { Location } from 'react-router'
import { bulkActionsOf } from '../bulk/bulk-actions.ts'
import { BulkBar } from '../bulk/bulk-bar.tsx'
import { BulkDialog } from '../bulk/bulk-dialog.tsx'
import { DeleteQuestion } from '../form/delete-question.tsx'
import { RecordDrawer } from '../form/record-drawer.tsx'
import type { AfterSave } from '../form/use-record-editing.ts'
import { useLanguage } from '../i18n/language.ts'
import { isNarrowed, newRecord, openIn } from '../routes/list-address.ts'
import { useListQuery } from '../routes/use-list-query.ts'
import { SearchBar } from '../search/search-bar.tsx'
import { writes, writesIn } from '../session/scope.ts'
import { useCan, useUser } from '../session/session.ts'
import { fieldsBehind } from '../spec/columns.ts'
import { filterNames } from '../spec/filters.ts'
import type { Draft, Row } from '../spec/record.ts'
import type { BulkAction, ListContext, RowAction } from '../spec/sketch.ts'
import { titleOf, type ListSpec } from '../spec/spec.ts'
import { listTexts } from '../spec/texts.ts'
import { ColumnMenu } from '../table/column-menu.tsx'
import { PagingBar } from '../table/paging-bar.tsx'
import { RecordTable } from '../table/record-table.tsx'
import { RowActions } from '../table/row-actions.tsx'
import { useColumnSettings } from '../table/use-column-settings.ts'
import { useSelection } from '../table/use-selection.ts'
import { Card } from '../ui/panel.tsx'
import { narrowBelow, useBelow } from '../ui/use-media.ts'
import { ListEmpty } from './list-empty.tsx'
import styles from './list.module.css'
import { Toolbar } from './toolbar.tsx'
import { useTransfer } from './transfer-hooks.ts'
import { rememberRecord, useRecords, type FixedFilter } from './use-records.ts'

export interface RecordListProps {
  readonly spec: ListSpec
  /** Tells several lists of one screen apart in the address: `items` keeps `items.page`. */
  readonly prefix?: string
  /** What always narrows this list, e.g. the items of one dictionary. Keep it stable (`useMemo`). */
  readonly fixed?: FixedFilter
  /** What new records begin with, e.g. that dictionary. */
  readonly presets?: Draft
  /** A row is chosen instead of opened; it is opened by its action. */
  readonly onChoose?: (record: Row) => void
  /** The row that was chosen. */
  readonly chosen?: string | null
  /** The control of the department, where its panel has no room. */
  readonly department?: ((id: string) => ReactNode) | null
}

const nothingFixed: FixedFilter = {}
const wordsWidth = 14
const gap = 14

/** A list with its search, its toolbar, its pages and its drawer, in a card. */
export const RecordList = ({
  spec,
  prefix = '',
  fixed = nothingFixed,
  presets,
  onChoose,
  chosen = null,
  department = null,
}: RecordListProps) => {
  const { language } = useLanguage()
  const { noun, options } = spec
  // What is fixed is no longer asked for.
  const filters = useMemo(() => spec.filters.filter(({ name }) => !(name in fixed)), [spec, fixed])
  const names = useMemo(() => filterNames(filters), [filters])
  const { state, change } = useListQuery(prefix, names)
  const records = useRecords(spec, state, fixed)
  const { rows, total, stale, error } = records
  const user = useUser()
  // What the whole site shares is written with its scope alone; of the rest each record is asked for itself.
  const allowed = useCan(spec.permission) && (noun.deptBy !== null || writesIn(user, null))
  const mayEdit = allowed && spec.save !== null
  const mayCreate = mayEdit && options.creates !== false
  const mayRemove = allowed && spec.remove !== null
  const listable = useMemo(() => {
    const given = Object.keys(fixed).flatMap((name) => [name, nameFieldOf(name)])
    return spec.columns.filter(({ name }) => !given.includes(name))
  }, [spec, fixed])
  const columns = useColumnSettings(prefix === '' ? noun.name : `${noun.name}.${prefix}`, listable)
  // The server sorts by nothing that it masks.
  const seesPrivate = useCan('private:view')
  const shown = useMemo(
    () => columns.shown.map((column) => (column.field?.private && !seesPrivate ? { ...column, sort: null } : column)),
    [columns.shown, seesPrivate],
  )
  const transfer = useTransfer()
  const selection = useSelection(rows)
  const [bulk, setBulk] = useState<BulkAction | null>(null)
  const [deleting, setDeleting] = useState<Row | null>(null)
  const body = useRef<HTMLTableSectionElement>(null)

  const openKey = state.open === newRecord && !mayCreate ? null : state.open
  const open = useCallback((id: string | null) => change({ open: id }), [change])
  const clear = (): void => change({ keyword: '', deptId: null, filters: Object.fromEntries(names.map((name) => [name, null])) })

  // Deleting the last records of the last page leads to the one before it.
  useEffect(() => {
    if (rows?.length === 0 && total !== null && total > 0 && !stale && state.page > 1)
      change({ page: Math.ceil(total / state.size) })
  }, [rows, total, stale, state.page, state.size, change])

  const step = useSteps({ rows, stale, openKey, page: state.page, pages: total === null ? 1 : Math.ceil(total / state.size) })
  const { wantsEnd, reached } = step
  useEffect(() => {
    if (stale || wantsEnd?.page !== state.page) return
    const row = wantsEnd.end === 'first' ? rows?.[0] : rows?.at(-1)
    reached()
    if (row) change({ open: row.id })
  }, [rows, stale, state.page, wantsEnd, reached, change])
  useFocusReturn(openKey, body)

  const request = (selectedIds: readonly string[]) => ({
    noun: noun.name,
    list: spec.list,
    filter: records.sorted,
    columns: fieldsBehind(
      noun,
      columns.shown.map(({ name }) => name),
    ),
    selectedIds,
    total: selectedIds.length > 0 ? selectedIds.length : (total ?? 0),
  })
  const { onImport, onExport } = transfer
  const imports =
    onImport && mayCreate && noun.imports !== false && options.importable !== false ? () => onImport(request([])) : null
  const exports = onExport && options.exportable !== false ? onExport : null

  const context: ListContext = {
    total,
    deptId: state.deptId,
    rows: rows ?? [],
    filter: records.filter,
    mayEdit,
    refresh: records.refetch,
    open,
  }
  const latest = useRef(context)
  useEffect(() => {
    latest.current = context
  })
  const actionsOf = useCallback(
    (row: Row): readonly RowAction[] => [
      { label: mayEdit && writes(user, noun, row) ? listTexts.table.edit : listTexts.table.view, run: () => open(row.id) },
      ...(options.rowActions?.(row, latest.current) ?? []),
      ...(mayRemove && writes(user, noun, row) && options.removable?.(row) !== false
        ? [{ label: listTexts.table.delete, danger: true, run: () => setDeleting(row) }]
        : []),
    ],
    [mayEdit, mayRemove, open, options, user, noun],
  )
  const actions = useCallback((row: Row) => <RowActions actions={actionsOf(row)} />, [actionsOf])
  const usual = mayRemove ? [listTexts.table.edit, listTexts.table.delete] : [listTexts.table.edit]
  const actionsWidth =
    options.actionsWidth ??
    24 + usual.reduce((sum, label) => sum + gap + label[language].length * (language === 'zh' ? wordsWidth : 8), 0)

  const bulkActions = useMemo(() => (mayEdit || mayRemove ? bulkActionsOf(spec) : []), [spec, mayEdit, mayRemove])
  const selectable = options.bulk !== false && (bulkActions.length > 0 || exports !== null)
  const selected = useMemo(() => new Set(selection.selected.keys()), [selection.selected])
  const here = rows?.filter(({ id }) => selected.has(id)).length ?? 0

  const saved = (record: Row, then: AfterSave): void => {
    rememberRecord(spec, fixed, record)
    if (then === 'close') open(null)
    else if (then === 'stay' && record.id !== openKey) open(record.id)
  }
  const same = (from: Location, to: Location): boolean =>
    from.pathname === to.pathname && openIn(from.search, prefix) === openIn(to.search, prefix)
  const Above = options.above
  const Summary = options.summary
  const Tools = options.tools
  const Right = options.right
  const narrow = useBelow(narrowBelow)

  return (
    <>
      <Card className={styles['list']} label={noun.words[language]}>
        <SearchBar
          noun={noun}
          filters={filters}
          state={state}
          onChange={change}
          onSearch={records.refetch}
          department={department}
        />
        {Above && <Above {...context} />}
        <Toolbar
          onNew={mayCreate ? () => open(newRecord) : null}
          onImport={imports}
          onExport={exports && (() => exports(request([])))}
          total={total}
          tools={Tools && <Tools {...context} />}
          summary={Summary && <Summary {...context} />}
          columns={<ColumnMenu columns={listable} settings={columns.settings} onChange={columns.change} />}
          updatedAt={records.updatedAt}
          error={error}
          fetching={records.fetching}
          onRefresh={records.refetch}
        />
        {selection.selected.size > 0 && (
          <BulkBar
            count={selection.selected.size}
            elsewhere={selection.selected.size - here}
            actions={bulkActions}
            onAction={setBulk}
            onExport={exports && (() => exports(request([...selection.selected.keys()])))}
            onClear={() => selection.replace([])}
          />
        )}
        <RecordTable
          label={noun.words[language]}
          columns={shown}
          rows={rows ?? (error ? noRows : undefined)}
          stale={stale}
          titleOf={(row) => titleOf(spec, row)}
          selectable={selectable}
          selected={selected}
          onSelect={selection.select}
          current={onChoose ? chosen : openKey}
          onOpen={(row) => (onChoose ? onChoose(row) : open(row.id))}
          sort={records.sort}
          onSort={(sort) => change({ sort })}
          widths={columns.settings.widths}
          onWidth={columns.setWidth}
          density={columns.settings.density}
          actions={actions}
          actionsWidth={actionsWidth}
          body={body}
          empty={
            <ListEmpty
              spec={spec}
              narrowed={isNarrowed(state)}
              error={rows ? null : error}
              fetching={records.fetching}
              onRetry={records.refetch}
              onClear={clear}
              onNew={mayCreate ? () => open(newRecord) : null}
              onImport={imports}
            />
          }
        />
        <PagingBar
          total={total}
          failed={error !== null}
          page={state.page}
          size={state.size}
          onChange={(page, size) => change(size === state.size ? { page } : { size })}
        />
      </Card>
      {Right && !narrow && (
        <aside className={styles['right']}>
          <Right {...context} />
        </aside>
      )}
      {openKey !== null && (
        <RecordDrawer
          spec={spec}
          openKey={openKey}
          stored={records.open}
          answer={records.answer}
          mayEdit={mayEdit && (openKey === newRecord || records.open === null || writes(user, noun, records.open))}
          presets={{ ...options.presets, ...(spec.byDept ? deptPreset(user, state.deptId) : {}), ...presets }}
          onClose={() => open(null)}
          onSaved={saved}
          onDeleted={() => open(null)}
          onPrevious={step.previous && (() => step.previous?.(change))}
          onNext={step.next && (() => step.next?.(change))}
          same={same}
        />
      )}
      <DeleteQuestion
        spec={spec}
        record={deleting}
        onClose={() => setDeleting(null)}
        onDeleted={(record) => {
          setDeleting(null)
          selection.select([record], false)
          if (record.id === openKey) open(null)
        }}
      />
      {bulk && (
        <BulkDialog
          spec={spec}
          action={bulk}
          rows={[...selection.selected.values()]}
          onOver={selection.replace}
          onClose={() => setBulk(null)}
        />
      )}
    </>
  )
}

const noRows: readonly Row[] = []

/** A new record belongs to the department that is looked at; of who must choose one, to his own unless he chooses another. */
const deptPreset = (user: UserInfo | null, deptId: string | null): Draft => {
  if (deptId !== null) return { deptId }
  const own = user?.belongDeptId ?? null
  if (user === null || own === null || writesIn(user, null) || !writesIn(user, own)) return {}
  return { deptId: own, deptName: user.belongDeptName }
}

interface StepsOptions {
  readonly rows: readonly Row[] | undefined
  readonly stale: boolean
  readonly openKey: string | null
  readonly page: number
  readonly pages: number
}
type Change = ReturnType<typeof useListQuery>['change']
type Step = ((change: Change) => void) | null

/** One record after the other through the list, from page to page. */
const useSteps = ({ rows = noRows, stale, openKey, page, pages }: StepsOptions) => {
  const [wantsEnd, setWantsEnd] = useState<{ readonly end: 'first' | 'last'; readonly page: number } | null>(null)
  const reached = useCallback(() => setWantsEnd(null), [])
  const at = rows.findIndex(({ id }) => id === openKey)
  const to = (index: number, otherPage: number, end: 'first' | 'last'): Step => {
    if (at < 0 || stale) return null
    const row = rows[index]
    if (row) return (change) => change({ open: row.id })
    if (otherPage < 1 || otherPage > pages) return null
    return (change) => {
      setWantsEnd({ end, page: otherPage })
      change({ page: otherPage })
    }
  }
  return {
    previous: at === 0 ? to(-1, page - 1, 'last') : to(at - 1, page - 1, 'last'),
    next: to(at + 1, page + 1, 'first'),
    wantsEnd,
    reached,
  }
}

/** Closing a record gives the focus back to its row, or to what had it before. */
const useFocusReturn = (openKey: string | null, body: React.RefObject<HTMLElement | null>): void => {
  const last = useRef<{ readonly key: string | null; readonly from: Element | null }>({ key: null, from: null })
  useEffect(() => {
    const { key, from } = last.current
    if (openKey === null && key !== null && (document.activeElement === document.body || document.activeElement === null)) {
      const row = body.current?.querySelector<HTMLElement>(`tr[data-id="${CSS.escape(key)}"]`)
      const before = from instanceof HTMLElement && from.isConnected ? from : null
      const target = row ?? before ?? body.current?.querySelector<HTMLElement>('tr[tabindex="0"]')
      target?.focus({ preventScroll: true })
    }
    last.current = { key: openKey, from: key === null ? document.activeElement : from }
  }, [openKey, body])
}
