import type { User } from '@vigil/contract/accounts/user.ts'
import type { Binding } from '@vigil/contract/devices/binding.ts'
import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { deviceType } from '@vigil/contract/devices/entities.ts'
import { paged } from '@vigil/contract/kernel/client.ts'
import { Button, Skeleton } from 'antd'
import { useCall } from '../../shared/api/queries.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { DragDialog } from '../../shared/ui/drag-dialog.tsx'
import { EmptyState, ErrorState } from '../../shared/ui/states.tsx'
import styles from './accounts.module.css'
import { accountTexts } from './texts.ts'

const shown = 50
const [width, height] = [560, 460]

interface WornProps {
  readonly user: User
  readonly onClose: () => void
}

/** Which devices somebody wore or drove, and when; the latest first. */
export const Worn = ({ user, onClose }: WornProps) => {
  const t = useTexts(accountTexts)
  const { language } = useLanguage()
  const answer = useCall(deviceCalls.listBindingByCondition, { userId: user.id, pageNum: 1, pageSize: shown, sort: '-from' })
  const { list, total } = paged<Binding>(answer.data ?? [])
  return (
    <DragDialog
      open
      onClose={onClose}
      title={t('wornTitle', { name: user.cname })}
      width={width}
      height={height}
      resizable
      footer={<Button onClick={onClose}>{t('close')}</Button>}
    >
      {answer.error && <ErrorState error={answer.error} retrying={answer.isFetching} onRetry={() => void answer.refetch()} />}
      {answer.isPending && <Skeleton active title={false} paragraph={{ rows: 3 }} />}
      {answer.data && list.length === 0 && <EmptyState icon="helmet" title={t('wornNever')} />}
      {list.length > 0 && (
        <ol className={styles['worn']}>
          {list.map((worn) => (
            <li key={worn.id}>
              <strong>
                {worn.deviceName} <small>{deviceType.name(worn.deviceType, language)}</small>
              </strong>
              <span>
                {worn.from} – {worn.until ?? t('stillWorn')}
              </span>
              {worn.boundBy !== '' && <small>{t('boundBy', { name: worn.boundBy })}</small>}
            </li>
          ))}
        </ol>
      )}
      {total > shown && <p className={styles['quiet']}>{t('more', { n: total - shown })}</p>}
    </DragDialog>
  )
}
