import { Pagination, Table, Tag } from 'antd'
import { useState } from 'react'
import { useTexts } from '../i18n/texts.ts'
import { TextButton } from '../ui/bare-buttons.tsx'
import { DragDialog } from '../ui/drag-dialog.tsx'
import { SearchInput } from '../ui/search-input.tsx'
import { EmptyState, ErrorState } from '../ui/states.tsx'
import { DeptBrowser } from './dept-browser.tsx'
import { DeptPicker } from './dept-picker.tsx'
import { dialogHeight } from './dialog-height.ts'
import { chosenAfter, usePeople, type Person } from './people.ts'
import { PersonLabel } from './person-line.tsx'
import styles from './select-dialog.module.css'
import { SelectFooter } from './select-footer.tsx'
import { pickTexts } from './texts.ts'
import { useDebounced } from './use-debounced.ts'
import { useSize } from './use-size.ts'

interface UserSelectDialogProps {
  readonly open: boolean
  /** Nothing was chosen. */
  readonly onClose: () => void
  /** What they are chosen for; 选择人员 unless said. */
  readonly title?: string | undefined
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
const mostListed = 200
const noPeople: readonly Person[] = []

/** People by department and by name, page by page; the chosen ones stay listed below whatever is searched next. */
export const UserSelectDialog = ({ open, ...props }: UserSelectDialogProps) => (open ? <OpenDialog {...props} /> : null)

const OpenDialog = ({ onClose, title, multiple = false, chosen: before, onChoose }: Omit<UserSelectDialogProps, 'open'>) => {
  const t = useTexts(pickTexts)
  const [chosen, setChosen] = useState(before)
  const confirm = (people: readonly Person[]): void => {
    onChoose(people)
    onClose()
  }
  const [one] = chosen
  return (
    <DragDialog
      open
      onClose={onClose}
      title={title ?? t(multiple ? 'choosePeople' : 'choosePerson')}
      width={width}
      height={dialogHeight(height)}
      resizable
      footer={
        <SelectFooter
          summary={
            multiple
              ? t('chosenPeople', { n: chosen.length })
              : one
                ? [t('chosenOne'), <PersonLabel key="one" person={one} />]
                : t('chosenNone')
          }
          onClear={!multiple && one ? () => setChosen(noPeople) : undefined}
          onCancel={onClose}
          onOk={() => confirm(chosen)}
        />
      }
    >
      <Choice
        multiple={multiple}
        chosen={chosen}
        onChange={setChosen}
        onConfirm={(person) => {
          if (!multiple) confirm([person])
        }}
      />
    </DragDialog>
  )
}

interface ChoiceProps {
  readonly multiple: boolean
  readonly chosen: readonly Person[]
  readonly onChange: (chosen: readonly Person[]) => void
  /** A double click. */
  readonly onConfirm: (person: Person) => void
}

const Choice = ({ multiple, chosen, onChange, onConfirm }: ChoiceProps) => {
  const t = useTexts(pickTexts)
  const [deptId, setDeptId] = useState<string | null>(null)
  const [search, setSearch] = useState('')
  const [pageNum, setPageNum] = useState(1)
  const keyword = useDebounced(search.trim())
  const { query, page } = usePeople({ keyword, deptId, pageNum, pageSize })
  const { place, width, height } = useSize()
  const ids = new Set(chosen.map(({ id }) => id))
  const toggle = (person: Person): void => {
    if (!multiple) onChange([person])
    else if (ids.has(person.id)) onChange(chosen.filter(({ id }) => id !== person.id))
    else onChange([...chosen, person])
  }
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
    <div className={styles['frame']}>
      <div className={styles['choice']}>
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
                rowSelection={{
                  type: multiple ? 'checkbox' : 'radio',
                  columnWidth: 40,
                  selectedRowKeys: [...ids],
                  getCheckboxProps: ({ name }) => ({ 'aria-label': name }),
                  onChange: (keys) => onChange(chosenAfter(chosen, page?.list ?? noPeople, keys.map(String), multiple)),
                }}
                rowClassName={styles['pickable'] ?? ''}
                onRow={(person) => ({
                  onClick: () => toggle(person),
                  onDoubleClick: () => onConfirm(person),
                })}
              />
            )}
          </div>
          <Pagination
            className={styles['pages'] ?? ''}
            size="small"
            current={pageNum}
            pageSize={pageSize}
            total={page?.total ?? 0}
            showSizeChanger={false}
            showTotal={(total) => t('total', { total })}
            onChange={setPageNum}
          />
        </section>
        {multiple && (
          <div className={styles['chosen']} role="group" aria-label={t('chosenPeople', { n: chosen.length })}>
            {chosen.length === 0 ? (
              <span className={styles['quiet']}>{t('chosenNone')}</span>
            ) : (
              <>
                {chosen.slice(0, mostListed).map((person) => (
                  <Tag key={person.id} closable className={styles['tag'] ?? ''} onClose={() => toggle(person)}>
                    <PersonLabel person={person} />
                  </Tag>
                ))}
                {chosen.length > mostListed && (
                  <span className={styles['quiet']}>{t('more', { n: chosen.length - mostListed })}</span>
                )}
                <TextButton onClick={() => onChange(noPeople)}>{t('removeAll')}</TextButton>
              </>
            )}
          </div>
        )}
      </div>
    </div>
  )
}
