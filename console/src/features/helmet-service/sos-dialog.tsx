import { Button, Tooltip } from 'antd'
import { useNavigate } from 'react-router'
import { useAnswer } from '../../shared/calling/answer.ts'
import type { HelmetCall } from '../../shared/calling/helmet-calls.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { addressOf } from '../../shared/routes/address.ts'
import { useCan } from '../../shared/session/session.ts'
import { formatDuration } from '../../shared/time/format.ts'
import { useNow } from '../../shared/time/now.ts'
import { DragDialog } from '../../shared/ui/drag-dialog.tsx'
import { Icon } from '../../shared/ui/icon.tsx'
import { InlineRow } from '../../shared/ui/layout.tsx'
import { helmetTexts } from './texts.ts'
import styles from './sos-dialog.module.css'

const width = 420

interface SosDialogProps {
  readonly open: boolean
  readonly call: HelmetCall
  readonly onClose: () => void
}

/** Who calls for help and since when, with the call and the map. */
export const SosDialog = ({ open, call, onClose }: SosDialogProps) => {
  const t = useTexts(helmetTexts)
  const { language } = useLanguage()
  const navigate = useNavigate()
  const mayLocate = useCan('trackRealMgmt')
  const { refusal, answer } = useAnswer(call)
  const lasting = formatDuration(Math.max(0, useNow() - call.since), language)
  const speak = (): void => {
    answer()
    onClose()
  }
  return (
    <DragDialog
      open={open}
      width={width}
      placement="lowerRight"
      onClose={onClose}
      title={
        <InlineRow gap={8} className={styles['title'] ?? ''}>
          <Icon name="sos" />
          {`${t('calls')} · ${call.name}`}
        </InlineRow>
      }
      footer={
        <>
          <Button autoInsertSpace={false} onClick={onClose}>
            {t('putAway')}
          </Button>
          {mayLocate && (
            <Button
              autoInsertSpace={false}
              icon={<Icon name="pin" />}
              onClick={() => void navigate(addressOf('trackRealMgmt', { object: `hat:${call.deviceId}` }))}
            >
              {t('locate')}
            </Button>
          )}
          <Tooltip title={refusal === null ? undefined : t(refusal)}>
            <Button
              type="primary"
              autoInsertSpace={false}
              icon={<Icon name="phone" />}
              disabled={refusal !== null}
              onClick={speak}
            >
              {t(call.roomId === null ? 'call' : 'answer')}
            </Button>
          </Tooltip>
        </>
      }
    >
      <div role="alert">
        <dl className={styles['facts']}>
          <dt>{t('lasting')}</dt>
          <dd>{lasting}</dd>
          {call.deptName !== '' && (
            <>
              <dt>{t('dept')}</dt>
              <dd>{call.deptName}</dd>
            </>
          )}
          <dt>{t('device')}</dt>
          <dd>{call.deviceId}</dd>
        </dl>
        {call.roomId !== null && <p className={styles['into']}>{t('into')}</p>}
        <p className="note">{t('unknown')}</p>
      </div>
    </DragDialog>
  )
}
