import { CallRefused } from '@vigil/contract/kernel/client.ts'
import { codes } from '@vigil/contract/kernel/codes.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { formatAge } from '../../shared/time/format.ts'
import { useNow } from '../../shared/time/now.ts'
import type { IconName } from '../../shared/ui/icon.tsx'
import { EmptyState, ErrorState } from '../../shared/ui/states.tsx'
import { dashboardTexts } from './texts.ts'
import styles from './dashboard.module.css'

interface AnswerProps<Data> {
  readonly query: UseQueryResult<Data>
  readonly icon: IconName
  readonly children: (data: Data) => ReactNode
}

/** What a panel shows for the answer to its call: the data, or honestly why there is none. */
export const Answer = <Data,>({ query, icon, children }: AnswerProps<Data>) => {
  const { data, error, isPending, isFetching, refetch } = query
  if (data !== undefined)
    return (
      <>
        {children(data)}
        {error && <Old since={query.dataUpdatedAt} />}
      </>
    )
  if (isPending || !error)
    return (
      <div className={styles['skeleton']}>
        <Skeleton active title={false} paragraph={{ rows: 5 }} />
      </div>
    )
  if (error instanceof CallRefused && error.code === codes.notAvailableYet.code) return <NotOpen icon={icon} />
  if (error instanceof CallRefused && error.code === codes.forbidden.code) return <Forbidden />
  return <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />
}

/** The last repetition failed: what is shown is older than it should be. */
const Old = ({ since }: { readonly since: number }) => {
  const t = useTexts(dashboardTexts)
  const { language } = useLanguage()
  return (
    <div className={styles['old']} role="status">
      {t('notUpdated', { age: formatAge(useNow() - since, language) })}
    </div>
  )
}

const NotOpen = ({ icon }: { readonly icon: IconName }) => {
  const t = useTexts(dashboardTexts)
  return <EmptyState icon={icon} title={t('notOpenYet')} hint={t('notOpenHint')} />
}

export const Forbidden = () => {
  const t = useTexts(dashboardTexts)
  return <EmptyState icon="lock" title={t('noPermission')} hint={t('noPermissionHint')} />
}
