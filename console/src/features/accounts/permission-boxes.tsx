import { accountCalls } from '@vigil/contract/accounts/calls.ts'
import { whole } from '@vigil/contract/kernel/client.ts'
import { Checkbox } from 'antd'
import { useDeferredValue, useMemo, useState } from 'react'
import { useCall } from '../../shared/api/queries.ts'
import { useRank } from '../../shared/find/use-rank.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { useCan, useUser } from '../../shared/session/session.ts'
import type { FormBlockProps } from '../../shared/spec/definitions.ts'
import { SearchInput } from '../../shared/ui/search-input.tsx'
import { EmptyState } from '../../shared/ui/states.tsx'
import { administers } from './administers.ts'
import {
  columnState,
  foundGroups,
  permissionGroups,
  withColumn,
  withPermission,
  type Column,
  type PermissionGroup,
  type PermissionLine,
} from './permission-tree.ts'
import styles from './permissions.module.css'
import { roleTexts } from './role-texts.ts'

const fresh = 60_000

/** What a role permits: two boxes a screen, one a right. What the operator does not hold himself he cannot grant. */
export const PermissionBoxes = ({ draft, readOnly, set }: FormBlockProps) => {
  const t = useTexts(roleTexts)
  const { language } = useLanguage()
  const rank = useRank()
  const user = useUser()
  const [search, setSearch] = useState('')
  const query = useDeferredValue(search)
  const sees = useCan('rolePermissionMgmt')
  const named = useCall(accountCalls.listPermissionAll, {}, { staleTime: fresh, enabled: sees })
  const groups = useMemo(() => permissionGroups(named.data ? whole(named.data) : [], language), [named.data, language])
  const shown = useMemo(() => foundGroups(groups, query, rank), [groups, query, rank])
  const granted = Array.isArray(draft['permissions']) ? (draft['permissions'] as readonly string[]) : []
  const on = new Set(granted)
  const mayGrant = (code: string): boolean => administers(user) || (user?.permissions.includes(code) ?? false)
  const change = (next: readonly string[]): void => set('permissions', next)

  const box = (line: PermissionLine, column: Column) => {
    const code = column === 'see' ? line.code : line.edit
    if (code === null) return <span />
    const lacks = !on.has(code) && !mayGrant(code)
    const word = line.edit === null ? t('grant') : t(column)
    return (
      <Checkbox
        checked={on.has(code)}
        disabled={readOnly || lacks}
        aria-label={`${line.name} ${word}`}
        title={lacks && !readOnly ? t('notYours') : undefined}
        onChange={({ target }) => change(withPermission(granted, code, target.checked))}
      >
        {word}
      </Checkbox>
    )
  }
  const head = (group: PermissionGroup, column: Column) => {
    if (column === 'edit' && group.lines.every(({ edit }) => edit === null)) return <span />
    const state = columnState(on, group.lines, column)
    return (
      <Checkbox
        checked={state === 'all'}
        indeterminate={state === 'some'}
        disabled={readOnly}
        aria-label={`${group.title} ${t('all')} ${t(column)}`}
        onChange={() => change(withColumn(granted, group.lines, column, state !== 'all', mayGrant))}
      >
        {t('all')}
      </Checkbox>
    )
  }
  return (
    <>
      <div className={styles['tools']}>
        <SearchInput
          onPressEnter={(event) => event.preventDefault()}
          label={t('searchPermissions')}
          value={search}
          onSearch={setSearch}
        />
        <span className="quiet">{t('granted', { n: on.size })}</span>
      </div>
      {shown.length === 0 && <EmptyState icon="search" title={t('noPermissionFound')} />}
      <div className={styles['groups']}>
        {shown.map((group) => (
          <section key={group.key} className={styles['group']} aria-label={group.title}>
            <div className={styles['row']} data-head>
              <span className={styles['name']}>{group.title}</span>
              {head(group, 'see')}
              {head(group, 'edit')}
            </div>
            {group.lines.map((line) => (
              <div key={line.code} className={styles['row']}>
                <span className={styles['name']} title={`${line.name} ${line.code}`}>
                  {line.name}
                </span>
                {box(line, 'see')}
                {box(line, 'edit')}
              </div>
            ))}
          </section>
        ))}
      </div>
    </>
  )
}
