import { accountCalls } from '@vigil/contract/accounts/calls.ts'
import type { DataOf } from '@vigil/contract/kernel/call.ts'
import { paged } from '@vigil/contract/kernel/client.ts'
import type { Text } from '@vigil/contract/kernel/text.ts'
import { addressOf } from '../../shared/routes/address.ts'
import { useQueryChange } from '../../shared/routes/use-query-change.ts'
import { Alert, Button, Skeleton, Tag } from 'antd'
import { useMemo, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useCall } from '../../shared/api/queries.ts'
import { useOpenRecord, type OpenRecord } from '../../shared/editing/open-record.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { DeleteQuestion } from '../../shared/form/delete-question.tsx'
import { RecordPane } from '../../shared/form/record-pane.tsx'
import type { LetPass } from '../../shared/form/use-record-editing.ts'
import type { EditorProps } from '../../shared/spec/definitions.ts'
import { defineList } from '../../shared/spec/spec.ts'
import { DeptsPicker } from '../../shared/pick/dept-picker.tsx'
import { useRank } from '../../shared/find/use-rank.ts'
import { useCan, useUser } from '../../shared/session/session.ts'
import { Icon } from '../../shared/ui/icon.tsx'
import { CardExtra, CardHead } from '../../shared/ui/panel.tsx'
import { SearchInput } from '../../shared/ui/search-input.tsx'
import { EmptyState, ErrorState } from '../../shared/ui/states.tsx'
import { administers, isReserved } from './administers.ts'
import styles from './panes.module.css'
import { PaneHead, Panes } from './panes.tsx'
import { PermissionBoxes } from './permission-boxes.tsx'
import { fresh, openedIn, openParam, sameOpen } from './open-record.ts'
import { roleNoun } from './role-noun.ts'
import { roleTexts } from './role-texts.ts'

type Role = DataOf<typeof accountCalls.getAllRoles>[number]

const copied = 'copy'
const sameRole = sameOpen(copied)

const ChosenDepartments = ({ id, value, onChange, 'aria-describedby': described }: EditorProps) => (
  <DeptsPicker
    id={id}
    value={Array.isArray(value) ? (value as string[]) : []}
    onChange={(ids) => onChange(ids)}
    aria-describedby={described}
  />
)

const spec = defineList(roleNoun, {
  calls: { list: accountCalls.getAllRoles, save: accountCalls.saveRole, remove: accountCalls.deleteRoleById },
  form: [
    {
      title: { zh: '基本信息', en: 'Basics' },
      fields: [
        'name',
        'scope',
        { field: 'deptIds', when: (draft) => draft['scope'] === 'chosen', editor: ChosenDepartments, wide: true },
      ],
    },
    { title: roleTexts.table.permissions, fields: [{ block: PermissionBoxes }] },
  ],
  departments: false,
  check: (draft): Readonly<Record<string, Text>> =>
    draft['scope'] === 'chosen' && Array.isArray(draft['deptIds']) && draft['deptIds'].length === 0
      ? { deptIds: { zh: '请选择部门', en: 'Choose departments' } }
      : {},
  invalidates: [accountCalls.listUserByDeptId],
})

/** 角色权限: the roles at the left, what the chosen one permits at the right. */
export const Roles = () => {
  const t = useTexts(roleTexts)
  const roles = useCall(accountCalls.getAllRoles, undefined)
  const [params] = useSearchParams()
  const change = useQueryChange()
  const rank = useRank()
  const mayEdit = useCan('rolePermissionMgmt:edit')
  const [search, setSearch] = useState('')
  const open = params.get(openParam)
  const from = params.get(copied)
  const present = roles.data?.find(({ id }) => id === open) ?? null
  const opened = useOpenRecord(openedIn(params, copied), present, roles.data)
  const query = search.trim()
  const sorted = useMemo(
    () => (roles.data ?? []).toSorted((a, b) => Number(isReserved(b.name)) - Number(isReserved(a.name))),
    [roles.data],
  )
  const found = query === '' ? sorted : sorted.filter(({ name }) => rank(name, query) !== null)
  const choose = (id: string | null, from: string | null = null): void => change({ [openParam]: id, [copied]: from })

  return (
    <Panes
      listLabel={t('roles')}
      list={
        <>
          <CardHead>
            <h2 className="ellipsis">{t('roles')}</h2>
            {mayEdit && (
              <CardExtra>
                <Button type="primary" icon={<Icon name="plus" size={16} />} onClick={() => choose(fresh)}>
                  {t('newRole')}
                </Button>
              </CardExtra>
            )}
          </CardHead>
          <div className={styles['search']}>
            <SearchInput label={t('searchRoles')} value={search} onSearch={setSearch} />
          </div>
          {roles.error && !roles.data && (
            <ErrorState error={roles.error} retrying={roles.isFetching} onRetry={() => void roles.refetch()} />
          )}
          {roles.isPending && <Skeleton active title={false} paragraph={{ rows: 4 }} className={styles['search'] ?? ''} />}
          {roles.data && found.length === 0 && <EmptyState icon="search" title={t('noRoleFound')} />}
          <ul className={styles['items']}>
            {found.map(({ id, name }) => (
              <li key={id}>
                <button type="button" className={styles['item']} aria-current={id === open} onClick={() => choose(id)}>
                  <span className="grow ellipsis" title={name}>
                    {name}
                  </span>
                  {isReserved(name) && <Tag>{t('system')}</Tag>}
                </button>
              </li>
            ))}
          </ul>
        </>
      }
      label={t('permissions')}
      open={open !== null}
    >
      {open === null ? (
        <EmptyState icon="key" title={t('choose')} hint={mayEdit ? t('chooseHint') : undefined} />
      ) : roles.data ? (
        <OpenRole
          key={opened.form}
          isNew={open === fresh && opened.record === null}
          opened={opened}
          from={from}
          choose={choose}
        />
      ) : null}
    </Panes>
  )
}

interface OpenRoleProps {
  readonly isNew: boolean
  readonly opened: OpenRecord<Role>
  /** The role that a new one begins as a copy of. */
  readonly from: string | null
  readonly choose: (id: string | null, from?: string | null) => void
}

const OpenRole = ({ isNew, opened, from, choose }: OpenRoleProps) => {
  const t = useTexts(roleTexts)
  const user = useUser()
  const allowed = useCan('rolePermissionMgmt:edit')
  const { data: roles = [] } = useCall(accountCalls.getAllRoles, undefined)
  const [deleting, setDeleting] = useState(false)
  const letPass = useRef<LetPass>(null)
  const stored = opened.record
  const source = roles.find(({ id }) => id === from)
  const reserved = stored !== null && isReserved(stored.name)
  const mayEdit = allowed && !reserved
  const beyond =
    stored && !reserved && !administers(user) ? stored.permissions.filter((code) => !user?.permissions.includes(code)).length : 0
  if (!isNew && !stored)
    return (
      <EmptyState icon="search" title={t('gone')}>
        <Button onClick={() => choose(null)}>{t('back')}</Button>
      </EmptyState>
    )
  return (
    <>
      <PaneHead back={t('back')} onBack={() => choose(null)}>
        <h2 className="ellipsis">{isNew ? t('newRole') : stored?.name}</h2>
        {reserved && <Tag>{t('system')}</Tag>}
        {stored && <Holders roleId={stored.id} />}
        {allowed && stored && !reserved && (
          <CardExtra>
            <Button onClick={() => choose(fresh, stored.id)}>{t('copy')}</Button>
            <Button danger onClick={() => setDeleting(true)}>
              {t('delete')}
            </Button>
          </CardExtra>
        )}
      </PaneHead>
      {reserved ? (
        <Alert className={styles['note'] ?? ''} type="info" showIcon title={t('systemHint')} />
      ) : (
        <>
          {mayEdit && beyond > 0 && (
            <Alert className={styles['note'] ?? ''} type="warning" showIcon title={t('beyond', { n: beyond })} />
          )}
          <RecordPane
            spec={spec}
            stored={stored}
            gone={opened.gone}
            mayEdit={mayEdit}
            same={sameRole}
            {...(source
              ? {
                  presets: {
                    name: t('copyName', { name: source.name }),
                    scope: source.scope,
                    deptIds: source.deptIds,
                    permissions: source.permissions,
                  },
                }
              : {})}
            onSaved={(record) => {
              opened.saved(record as Role)
              choose(record.id)
            }}
            onGiveUp={() => choose(source?.id ?? null)}
            letPass={letPass}
          />
        </>
      )}
      {stored && (
        <DeleteQuestion
          spec={spec}
          record={deleting ? stored : null}
          onClose={() => setDeleting(false)}
          onDeleted={() => {
            letPass.current?.(() => choose(null))
          }}
        />
      )}
    </>
  )
}

const Holders = ({ roleId }: { readonly roleId: string }) => {
  const t = useTexts(roleTexts)
  const seesUsers = useCan('userMgmt')
  const answer = useCall(accountCalls.listUserByDeptId, { roleId, pageNum: 1, pageSize: 1 }, { enabled: seesUsers })
  if (!answer.data) return null
  return <Link to={addressOf('userMgmt', { roleId })}>{t('holders', { n: paged(answer.data).total })}</Link>
}
