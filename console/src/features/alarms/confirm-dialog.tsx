import { alarmType, type Alarm } from '@vigil/contract/alarms/entities.ts'
import { Button, Input, Tooltip } from 'antd'
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { alarmNameIn } from '../../shared/live/alarm-name.ts'
import { useAreaName } from '../../shared/map/map-data.ts'
import { useUser } from '../../shared/session/session.ts'
import { DragDialog } from '../../shared/ui/drag-dialog.tsx'
import { Row } from '../../shared/ui/layout.tsx'
import { LevelLabel, LevelMark } from '../../shared/ui/level-mark.tsx'
import { AlarmPartsOf } from './alarm-parts.tsx'
import { Notices, Reasons, useConfirm } from './confirm-parts.tsx'
import { confirming, useConfirming } from './confirming.ts'
import { deviceKindOf, eventOf, withAreaNamed } from './describe.ts'
import { alarmTexts } from './texts.ts'
import styles from './confirm-dialog.module.css'

interface DialogProps {
  readonly alarm: Alarm
  readonly open: boolean
  readonly onClose: () => void
}

/** 报警确认: the seven fields of an alarm, a reason if the operator wants to give one, and the handling itself. */
export const AlarmConfirmDialog = ({ alarm, open, onClose }: DialogProps) => {
  const t = useTexts(alarmTexts)
  const user = useUser()
  const { note } = useConfirming()
  // What was begun in the column is sent with the rest, and is to be seen; else the dialog is as short as it can be.
  const [wrote] = useState(note !== '')
  const confirm = useConfirm(alarm)
  const { submit, may, over, isPending } = confirm
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // After the dialog's own first focus.
    const frame = requestAnimationFrame(() => button.current?.focus())
    return () => cancelAnimationFrame(frame)
  }, [])

  const entered = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.target instanceof HTMLButtonElement) return
    event.preventDefault()
    submit()
  }

  return (
    <DragDialog
      open={open}
      width={600}
      onClose={onClose}
      title={
        <>
          <LevelMark level={alarm.alarmLevel} size={24} />
          {t('dialogTitle')}
        </>
      }
      footer={
        <div className={styles['footer']}>
          <span className={styles['consequence']}>{over ? '' : t('consequence', { user: user?.cname ?? '' })}</span>
          <Button className={styles['button'] ?? ''} autoInsertSpace={false} onClick={onClose}>
            {t('cancel')}
          </Button>
          <Tooltip title={may ? undefined : t('mayNotHandle')}>
            <Button
              ref={button}
              className={styles['button'] ?? ''}
              type="primary"
              autoInsertSpace={false}
              disabled={!may || over}
              loading={isPending}
              onClick={submit}
            >
              {t('ok')}
            </Button>
          </Tooltip>
        </div>
      }
    >
      <div onKeyDown={entered} role="presentation">
        <Notices {...confirm} />
        <Fields alarm={alarm} />
        <AlarmPartsOf alarm={alarm} />
        <div className={styles['field']}>
          <span id="alarm-reason" className={styles['label']}>
            {t('reason')}
          </span>
          <Row className="wrap" gap={10} pad="6px 0 0">
            <Reasons labelledBy="alarm-reason" onEnter={submit} />
            <span className="quiet">{t('optional')}</span>
          </Row>
        </div>
        {wrote && (
          <label className={styles['field']}>
            <span className={styles['label']}>{t('note')}</span>
            <Input value={note} maxLength={500} onChange={({ target }) => confirming.write(target.value)} />
          </label>
        )}
      </div>
    </DragDialog>
  )
}

const Fields = ({ alarm }: { readonly alarm: Alarm }) => {
  const t = useTexts(alarmTexts)
  const { language } = useLanguage()
  const nameOf = useAreaName()
  const fields: readonly (readonly [label: string, value: ReactNode])[] = [
    [t('deviceName'), alarm.deviceName],
    [t('alarmName'), alarmNameIn(alarm, language)],
    [t('deviceType'), deviceKindOf(alarm, language)],
    [t('alarmType'), alarmType.name(alarm.alarmType, language)],
    [t('alarmLevel'), <LevelLabel key="level" level={alarm.alarmLevel} size={20} />],
    [
      t('alarmTime'),
      alarm.count > 1 ? t('firstAndLatest', { first: alarm.findTime, latest: alarm.lastTime, n: alarm.count }) : alarm.findTime,
    ],
    [t('alarmInfo'), eventOf(withAreaNamed(alarm, nameOf), language)],
  ]
  return (
    <dl className={styles['fields']}>
      {fields.map(([label, value]) => (
        <div key={label} className={styles['field']}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
