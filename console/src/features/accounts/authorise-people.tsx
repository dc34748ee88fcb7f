import type { User } from '@vigil/contract/accounts/user.ts'
import { Pagination, Select, Table, type TableColumnsType } from 'antd'
import { Link } from 'react-router'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { useSize } from '../../shared/pick/use-size.ts'
import { addressOf } from '../../shared/routes/address.ts'
import type { Row } from '../../shared/spec/record.ts'
import { listTexts } from '../../shared/spec/texts.ts'
import type { Selection } from '../../shared/table/use-selection.ts'
import { withoutMeasureRow } from '../../shared/ui/measure-row.ts'
import { Card } from '../../shared/ui/panel.tsx'
import { SearchInput } from '../../shared/ui/search-input.tsx'
import { EmptyState, ErrorState } from '../../shared/ui/states.tsx'
import type { RoleName } from './authorisation.ts'
import { authoriseTexts } from './authorise-texts.ts'
import styles from './authorise.module.css'
import type { PeoplePage } from './use-people-page.ts'

const headHeight = 40

interface AuthorisePeopleProps {
  readonly people: PeoplePage
  readonly roles: readonly RoleName[]
  readonly selection: Selection
}

/** Who is to be chosen from, a page at a time; who is ticked stays so on every page. */
export const AuthorisePeople = ({ people, roles, selection }: AuthorisePeopleProps) => {
  const t = useTexts(authoriseTexts)
  const { place, height } = useSize()
  const { answer, page, pageSize, total } = people
  return (
    <Card label={t('people')}>
      <PeopleFilters people={people} roles={roles} />
      <div ref={place} className={styles['rows']}>
        {answer.error && !answer.data ? (
          <ErrorState error={answer.error} retrying={answer.isFetching} onRetry={() => void answer.refetch()} />
        ) : (
          <PeopleTable people={people} selection={selection} height={Math.max(200, height - headHeight)} />
        )}
      </div>
      <Pagination
        className={styles['pages'] ?? ''}
        size="small"
        current={page}
        pageSize={pageSize}
        total={total}
        showSizeChanger={false}
        showTotal={(n) => t('total', { n })}
        onChange={people.turnTo}
      />
    </Card>
  )
}

const PeopleFilters = ({ people, roles }: Pick<AuthorisePeopleProps, 'people' | 'roles'>) => {
  const t = useTexts(authoriseTexts)
  const { typed, roleId } = people
  return (
    <div className={styles['filters']}>
      <SearchInput maxLength={64} label={t('search')} value={typed} onSearch={people.search} />
      <Select<string>
        allowClear
        {...(roleId === null ? {} : { value: roleId })}
        options={roles.map(({ id, name }) => ({ value: id, label: name }))}
        showSearch={{ optionFilterProp: 'label' }}
        placeholder={t('anyRole')}
        aria-label={t('role')}
        onChange={(next: string | undefined) => people.ofRole(next ?? null)}
      />
    </div>
  )
}

interface PeopleTableProps extends Pick<AuthorisePeopleProps, 'people' | 'selection'> {
  /** Pixels for its rows. */
  readonly height: number
}

const PeopleTable = ({ people, selection, height }: PeopleTableProps) => {
  const ofList = useTexts(listTexts)
  const { answer, list } = people
  const select = (keys: readonly React.Key[]): void => {
    const on = new Set(keys.map(String))
    const rows: readonly Row[] = list
    selection.select(
      rows.filter(({ id }) => on.has(id)),
      true,
    )
    selection.select(
      rows.filter(({ id }) => !on.has(id)),
      false,
    )
  }
  return (
    <Table<User>
      ref={withoutMeasureRow}
      rowKey="id"
      size="small"
      tableLayout="fixed"
      loading={answer.isPending || answer.isPlaceholderData}
      dataSource={[...list]}
      pagination={false}
      scroll={{ x: 520, y: height }}
      locale={{ emptyText: answer.data ? <Nobody narrowed={people.narrowed} /> : <span /> }}
      columns={usePeopleColumns()}
      rowSelection={{
        columnWidth: 44,
        selectedRowKeys: [...selection.selected.keys()],
        getCheckboxProps: ({ cname }) => ({ 'aria-label': cname }),
        getTitleCheckboxProps: () => ({ 'aria-label': ofList('selectPage') }),
        onChange: select,
      }}
    />
  )
}

const usePeopleColumns = (): TableColumnsType<User> => {
  const t = useTexts(authoriseTexts)
  const { language } = useLanguage()
  return [
    { key: 'cname', title: t('name'), dataIndex: 'cname', ellipsis: true, width: 96 },
    { key: 'workNum', title: t('workNum'), dataIndex: 'workNum', ellipsis: true, width: 96 },
    { key: 'deptName', title: t('dept'), dataIndex: 'deptName', ellipsis: true },
    {
      key: 'roles',
      title: t('roles'),
      ellipsis: true,
      render: (_value, { roleNames }) => roleNames.join(language === 'zh' ? '、' : ', '),
    },
    {
      key: 'canLogin',
      title: t('signIn'),
      width: 84,
      render: (_value, { canLogin }) => t(canLogin ? 'yes' : 'no'),
    },
  ]
}

const Nobody = ({ narrowed }: { readonly narrowed: boolean }) => {
  const t = useTexts(authoriseTexts)
  if (narrowed) return <EmptyState icon="search" title={t('nobody')} hint={t('nobodyHint')} />
  return (
    <EmptyState icon="user" title={t('noPeople')}>
      <Link to={addressOf('userMgmt')}>{t('toUsers')}</Link>
    </EmptyState>
  )
}
