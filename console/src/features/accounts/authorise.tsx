import { accountCalls } from '@vigil/contract/accounts/calls.ts'
import type { User } from '@vigil/contract/accounts/user.ts'
import { paged } from '@vigil/contract/kernel/client.ts'
import { Button, Pagination, Select, Table } from 'antd'
import { useId, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useCall } from '../../shared/api/queries.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { useSelection } from '../../shared/table/use-selection.ts'
import type { Row } from '../../shared/spec/record.ts'
import { DeptPicker } from '../../shared/pick/dept-picker.tsx'
import { DeptTreePanel } from '../../shared/pick/dept-tree-panel.tsx'
import { useDebounced } from '../../shared/pick/use-debounced.ts'
import { useSize } from '../../shared/pick/use-size.ts'
import { addressOf } from '../../shared/routes/address.ts'
import { useQueryChange } from '../../shared/routes/use-query-change.ts'
import { useCan, useUser } from '../../shared/session/session.ts'
import { Card, Panel } from '../../shared/ui/panel.tsx'
import { SearchInput } from '../../shared/ui/search-input.tsx'
import { EmptyState, ErrorState } from '../../shared/ui/states.tsx'
import { superAdministratorRole } from '@vigil/contract/menu/routes.ts'
import { isReserved } from './administers.ts'
import type { Authorisation } from './authorisation.ts'
import { authoriseTexts } from './authorise-texts.ts'
import styles from './authorise.module.css'
import { AuthorisePreview } from './authorise-preview.tsx'

const pageSize = 50
const headHeight = 40
const nothing: Authorisation = { add: [], remove: [], deptId: null }
const noRows: User[] = []

/** 批量授权: people at the left, what they get or lose at the right. */
export const Authorise = () => {
  const t = useTexts(authoriseTexts)
  const { language } = useLanguage()
  const ids = { add: useId(), remove: useId(), dept: useId() }
  const [params] = useSearchParams()
  const change = useQueryChange()
  const user = useUser()
  const mayEdit = useCan('authorizeMgmt:edit')
  const roles = useCall(accountCalls.getAllRoles, undefined, { staleTime: 60_000 })
  const keyword = useDebounced((params.get('keyword') ?? '').trim())
  const [deptId, roleId] = [params.get('deptId'), params.get('roleId')]
  const page = Math.max(1, Number(params.get('page') ?? 1) || 1)
  const people = useCall(
    accountCalls.listUserByDeptId,
    {
      pageNum: page,
      pageSize,
      ...(keyword === '' ? {} : { keyword }),
      ...(deptId === null ? {} : { deptId }),
      ...(roleId === null ? {} : { roleId }),
    },
    { keepPrevious: true },
  )
  const { list, total } = people.data ? paged<User>(people.data) : { list: noRows, total: 0 }
  const selection = useSelection(people.data ? list : undefined)
  const [wanted, setWanted] = useState(nothing)
  const [previewing, setPreviewing] = useState(false)
  const { place, height } = useSize()
  const narrowed = keyword !== '' || deptId !== null || roleId !== null
  const chosen = [...selection.selected.values()] as unknown as readonly User[]
  const supers = user?.userRoles.some(({ name }) => name === superAdministratorRole) ?? false
  const options = (roles.data ?? []).map(({ id, name }) => ({
    value: id,
    label: name,
    disabled: isReserved(name) && !supers,
    title: isReserved(name) && !supers ? t('superOnly') : name,
  }))
  const asks = wanted.add.length > 0 || wanted.remove.length > 0 || wanted.deptId !== null
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
  const roleChoice = (key: 'add' | 'remove', other: readonly string[]) => (
    <>
      <label htmlFor={ids[key]}>{t(key)}</label>
      <Select<string[]>
        id={ids[key]}
        mode="multiple"
        allowClear
        className={styles['wide'] ?? ''}
        value={[...wanted[key]]}
        options={options.filter(({ value }) => !other.includes(value))}
        showSearch={{ optionFilterProp: 'label' }}
        placeholder={t('none')}
        disabled={!mayEdit}
        onChange={(next) => setWanted({ ...wanted, [key]: next })}
      />
    </>
  )
  return (
    <div className={styles['screen']}>
      <DeptTreePanel value={deptId} onChange={(id) => change({ deptId: id, page: null })} />
      <Card label={t('people')}>
        <div className={styles['filters']}>
          <SearchInput
            maxLength={64}
            label={t('search')}
            value={params.get('keyword') ?? ''}
            onSearch={(text) => change({ keyword: text === '' ? null : text, page: null })}
          />
          <Select<string>
            allowClear
            {...(roleId === null ? {} : { value: roleId })}
            options={(roles.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            showSearch={{ optionFilterProp: 'label' }}
            placeholder={t('anyRole')}
            aria-label={t('role')}
            onChange={(next: string | undefined) => change({ roleId: next ?? null, page: null })}
          />
        </div>
        <div ref={place} className={styles['rows']}>
          {people.error && !people.data ? (
            <ErrorState error={people.error} retrying={people.isFetching} onRetry={() => void people.refetch()} />
          ) : (
            <Table<User>
              rowKey="id"
              size="small"
              tableLayout="fixed"
              loading={people.isPending || people.isPlaceholderData}
              dataSource={[...list]}
              pagination={false}
              scroll={{ x: 520, y: Math.max(200, height - headHeight) }}
              locale={{
                emptyText: people.data ? (
                  narrowed ? (
                    <EmptyState icon="search" title={t('nobody')} hint={t('nobodyHint')} />
                  ) : (
                    <EmptyState icon="user" title={t('noPeople')}>
                      <Link to={addressOf('userMgmt')}>{t('toUsers')}</Link>
                    </EmptyState>
                  )
                ) : (
                  <span />
                ),
              }}
              columns={[
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
              ]}
              rowSelection={{
                columnWidth: 44,
                selectedRowKeys: [...selection.selected.keys()],
                getCheckboxProps: ({ cname }) => ({ 'aria-label': cname }),
                onChange: select,
              }}
            />
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
          onChange={(next) => change({ page: next === 1 ? null : String(next) })}
        />
      </Card>
      <Panel title={t('authorise')} className={styles['pane']}>
        <p className={styles['chosen']}>
          {chosen.length === 0 ? t('chooseFirst') : t('chosen', { n: chosen.length })}
          {chosen.length > 0 && (
            <Button size="small" type="link" onClick={() => selection.replace([])}>
              {t('clear')}
            </Button>
          )}
        </p>
        {roleChoice('add', wanted.remove)}
        {roleChoice('remove', wanted.add)}
        <label htmlFor={ids.dept}>{t('newDept')}</label>
        <DeptPicker
          id={ids.dept}
          value={wanted.deptId}
          placeholder={t('stays')}
          disabled={!mayEdit}
          onChange={(next) => setWanted({ ...wanted, deptId: next })}
        />
        <Button
          type="primary"
          className={styles['go'] ?? ''}
          disabled={!mayEdit || chosen.length === 0 || !asks}
          onClick={() => setPreviewing(true)}
        >
          {t('preview')}
        </Button>
        {!mayEdit && <p className="quiet">{t('readOnly')}</p>}
      </Panel>
      {previewing && (
        <AuthorisePreview
          people={chosen}
          wanted={wanted}
          roles={roles.data ?? []}
          onOver={(failed) => selection.replace(failed)}
          onClose={() => setPreviewing(false)}
        />
      )}
    </div>
  )
}
