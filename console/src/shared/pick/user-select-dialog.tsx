import { Pagination, Table } from 'antd'
import { useState, type ReactNode } from 'react'
import { useTexts } from '../i18n/texts.ts'
import { withoutMeasureRow } from '../ui/measure-row.ts'
import { SearchInput } from '../ui/search-input.tsx'
import { EmptyState, ErrorState } from '../ui/states.tsx'
import { DeptBrowser } from './dept-browser.tsx'
import { DeptPicker } from './dept-picker.tsx'
import { chosenAfter, usePeople, type Person } from './people.ts'
import { PersonLabel } from './person-line.tsx'
import { ChosenTags, RemoveAll, SelectDialog, type SelectProps } from './select-dialog.tsx'
import styles from './select-dialog.module.css'
import { pickTexts } from './texts.ts'
import { useDebounced } from './use-debounced.ts'
import { useSize } from './use-size.ts'

interface UserSelectDialogProps extends SelectProps {
  /** False unless said: one person, or nobody. */
  readonly multiple?: boolean
  /** Who is chosen when it opens. */
  readonly chosen: readonly Person[]
  /** OK was pressed; the dialog closes by itself. */
  readonly onChoose: (people: readonly Person[]) => void
}

const width = 880
const height = 600
const pageSize = 20
/** Pixels of the list below which its fourth column does not fit. */
const roomForAll = 460
const headHeight = 40
const noPeople: readonly Person[] = []

/** People by department and by name, page by page; the chosen ones stay listed below whatever is searched next. */
export const UserSelectDialog = ({ open, ...props }: UserSelectDialogProps) => (open ? <OpenDialog {...props} /> : null)

const OpenDialog = ({ onClose, title, multiple = false, chosen: before, onChoose }: Omit<UserSelectDialogProps, 'open'>) => {
  const t = useTexts(pickTexts)
  const [chosen, setChosen] = useState(before)
  const [one] = chosen
  const summary = one ? [t('chosenOne'), <PersonLabel key="one" person={one} />] : t('chosenNone')
  return (
    <SelectDialog
      title={title ?? t(multiple ? 'choosePeople' : 'choosePerson')}
      width={width}
      height={height}
      summary={multiple ? t('chosenPeople', { n: chosen.length }) : summary}
      onClear={!multiple && one ? () => setChosen(noPeople) : null}
      onClose={onClose}
      onOk={() => onChoose(chosen)}
    >
      <Choice
        multiple={multiple}
        chosen={chosen}
        onChange={setChosen}
        onConfirm={(person) => {
          if (multiple) return
          onChoose([person])
          onClose()
        }}
      />
    </SelectDialog>
  )
}

interface ChoiceProps {
  readonly multiple: boolean
  readonly chosen: readonly Person[]
  readonly onChange: (chosen: readonly Person[]) => void
  /** A double click. */
  readonly onConfirm: (person: Person) => void
}

const Choice = (props: ChoiceProps) => {
  const { multiple, chosen, onChange } = props
  const t = useTexts(pickTexts)
  const [deptId, setDeptId] = useState<string | null>(null)
  const [search, setSearch] = useState('')
  const [pageNum, setPageNum] = useState(1)
  const keyword = useDebounced(search.trim())
  const people = usePeople({ keyword, deptId, pageNum, pageSize })
  const chooseDept = (id: string | null): void => {
    setDeptId(id)
    setPageNum(1)
  }
  const nobody =
    keyword !== '' ? (
      <EmptyState icon="search" title={t('nothingFound', { query: keyword })} />
    ) : (
      <EmptyState icon="user" title={t(deptId === null ? 'nobodyToChoose' : 'noPeopleHere')} />
    )
  return (
    <div className={`${styles['parts']} ${styles['people']}`}>
      <section className={styles['side']} aria-label={t('departments')}>
        <DeptBrowser value={deptId} all onChange={chooseDept} />
      </section>
      <section className={styles['list']} aria-label={t('people')}>
        <div className={styles['filters']}>
          <SearchInput
            data-first
            label={t('searchPeople')}
            value={search}
            onSearch={(text) => {
              setSearch(text)
              setPageNum(1)
            }}
          />
          <div className={styles['narrowDept']}>
            <DeptPicker value={deptId} onChange={chooseDept} placeholder={t('allDepartments')} aria-label={t('departments')} />
          </div>
        </div>
        <PeopleTable {...props} people={people} nobody={nobody} />
        <Pagination
          className={styles['pages'] ?? ''}
          size="small"
          current={pageNum}
          pageSize={pageSize}
          total={people.page?.total ?? 0}
          showSizeChanger={false}
          showTotal={(total) => t('total', { total })}
          onChange={setPageNum}
        />
      </section>
      {multiple && (
        <div className={styles['chosen']} role="group" aria-label={t('chosenPeople', { n: chosen.length })}>
          {chosen.length === 0 ? (
            <span className="quiet">{t('chosenNone')}</span>
          ) : (
            <>
              <ChosenTags
                tags={chosen.map((person) => ({ id: person.id, label: <PersonLabel person={person} /> }))}
                onRemove={(id) => onChange(chosen.filter((other) => other.id !== id))}
              />
              <RemoveAll onClick={() => onChange(noPeople)} />
            </>
          )}
        </div>
      )}
    </div>
  )
}

interface PeopleTableProps extends ChoiceProps {
  readonly people: ReturnType<typeof usePeople>
  /** Stands where there is nobody. */
  readonly nobody: ReactNode
}

const PeopleTable = ({ multiple, chosen, onChange, onConfirm, people: { query, page }, nobody }: PeopleTableProps) => {
  const t = useTexts(pickTexts)
  const { place, width, height } = useSize()
  const ids = chosen.map(({ id }) => id)
  const toggle = (person: Person): void => {
    if (!multiple) onChange([person])
    else onChange(ids.includes(person.id) ? chosen.filter(({ id }) => id !== person.id) : [...chosen, person])
  }
  return (
    <div ref={place} className={styles['rows']}>
      {query.error && !query.isPlaceholderData ? (
        <ErrorState error={query.error} retrying={query.isFetching} onRetry={() => void query.refetch()} />
      ) : (
        <Table<Person>
          rowKey="id"
          size="small"
          tableLayout="fixed"
          loading={query.isFetching && (page === null || query.isPlaceholderData)}
          dataSource={page ? [...page.list] : []}
          pagination={false}
          scroll={{ y: Math.max(80, height - headHeight) }}
          locale={{ emptyText: page ? nobody : <span /> }}
          columns={[
            {
              key: 'name',
              title: t('name'),
              ellipsis: true,
              render: (_value, { name, disabled }) => (
                <>
                  {name}
                  {disabled && <small className={styles['off']}>{t('disabledPerson')}</small>}
                </>
              ),
            },
            { key: 'workNum', title: t('workNum'), dataIndex: 'workNum', ellipsis: true },
            { key: 'deptName', title: t('department'), dataIndex: 'deptName', ellipsis: true },
            ...(width >= roomForAll ? [{ key: 'post', title: t('post'), dataIndex: 'post', ellipsis: true }] : []),
          ]}
          ref={withoutMeasureRow}
          rowSelection={{
            type: multiple ? 'checkbox' : 'radio',
            columnWidth: 40,
            selectedRowKeys: [...ids],
            getCheckboxProps: ({ name }) => ({ 'aria-label': name }),
            onChange: (keys) => onChange(chosenAfter(chosen, page?.list ?? noPeople, keys.map(String), multiple)),
          }}
          rowClassName={styles['pickable'] ?? ''}
          onRow={(person) => ({ onClick: () => toggle(person), onDoubleClick: () => onConfirm(person) })}
        />
      )}
    </div>
  )
}
