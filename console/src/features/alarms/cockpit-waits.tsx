import { Skeleton } from 'antd'
import { failureText } from '../../shared/api/failure.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { TextButton } from '../../shared/ui/bare-buttons.tsx'
import { uiTexts } from '../../shared/ui/texts.ts'

interface ListWaitsProps {
  /** Null: it is on its way. */
  readonly error: Error | null
  readonly onRetry: () => void
}

/** One line where a short list is to stand: that it is on its way, or that it did not come, with a retry. */
export const ListWaits = ({ error, onRetry }: ListWaitsProps) => {
  const t = useTexts(uiTexts)
  if (!error) return <Skeleton active title={false} paragraph={{ rows: 1 }} />
  return (
    <p className="note" role="alert" title={failureText(error)}>
      {t('loadFailed')} <TextButton onClick={onRetry}>{t('retry')}</TextButton>
    </p>
  )
}
