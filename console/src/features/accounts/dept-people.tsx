import { accountCalls } from '@vigil/contract/accounts/calls.ts'
import type { User } from '@vigil/contract/accounts/user.ts'
import { enabledFlag } from '@vigil/contract/kernel/enabled.ts'
import { paged } from '@vigil/contract/kernel/client.ts'
import { Skeleton } from 'antd'
import { Link } from 'react-router'
import { useCall } from '../../shared/api/queries.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { addressOf } from '../../shared/routes/address.ts'
import { useCan } from '../../shared/session/session.ts'
import { PlainTable } from '../../shared/ui/plain-table.tsx'
import { ErrorState } from '../../shared/ui/states.tsx'
import { deptTexts } from './dept-texts.ts'
import styles from './panes.module.css'

const shown = 20

interface DeptPeopleProps {
  readonly deptId: string
  /** How many there are with those below. */
  readonly all: number
}

/** Who stands in a department itself, for those who may see people. */
export const DeptPeople = ({ deptId, all }: DeptPeopleProps) => {
  const t = useTexts(deptTexts)
  const { language } = useLanguage()
  const allowed = useCan('userMgmt')
  const body = { deptId, recursive: false, pageNum: 1, pageSize: shown }
  const answer = useCall(accountCalls.listUserByDeptId, body, { enabled: allowed })
  if (!allowed) return null
  const { list, total } = paged<User>(answer.data ?? [])
  return (
    <section className={styles['below']} aria-label={t('peopleOf')}>
      <h3>
        {t('peopleOf')}
        <Link to={addressOf('userMgmt', { deptId })}>{t('allPeople')}</Link>
      </h3>
      {answer.error && <ErrorState error={answer.error} retrying={answer.isFetching} onRetry={() => void answer.refetch()} />}
      {answer.isPending && <Skeleton active title={false} paragraph={{ rows: 3 }} />}
      {answer.data && <p className="quiet">{t('peopleHere', { own: total, all })}</p>}
      {answer.data && list.length === 0 && <p className="quiet">{t('nobody')}</p>}
      {list.length > 0 && (
        <PlainTable className={styles['people']}>
          <thead>
            <tr>
              {(['name', 'workNum', 'post', 'state'] as const).map((key) => (
                <th key={key} scope="col">
                  {t(key)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {list.map(({ id, cname, workNum, post, enable }) => (
              <tr key={id}>
                <td>
                  <Link to={addressOf('userMgmt', { deptId, id })}>{cname}</Link>
                </td>
                <td>{workNum}</td>
                <td>{post}</td>
                <td>{enabledFlag.name(enable, language)}</td>
              </tr>
            ))}
          </tbody>
        </PlainTable>
      )}
      {total > shown && <p className="quiet">{t('morePeople', { n: total - shown })}</p>}
    </section>
  )
}
