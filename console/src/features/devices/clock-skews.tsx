import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import type { DeviceType } from '@vigil/contract/devices/entities.ts'
import { whole } from '@vigil/contract/kernel/client.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { useCall } from '../../shared/api/queries.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { DragDialog } from '../../shared/ui/drag-dialog.tsx'
import { NoticeChip } from '../../shared/ui/notice-chip.tsx'
import styles from './devices.module.css'
import { deviceTexts } from './texts.ts'

const askEvery = 30_000
const width = 720
const hour = 3_600

/** Devices whose positions are set aside since their clock is ahead; nothing while there are none. */
export const ClockSkews = ({ kind }: { readonly kind: DeviceType }) => {
  const t = useTexts(deviceTexts)
  const [shown, setShown] = useState(false)
  const answer = useCall(deviceCalls.listClockSkewAll, undefined, { refetchEvery: askEvery })
  const ahead = answer.data ? whole(answer.data).filter((device) => device.deviceType === kind) : []
  if (!shown && ahead.length === 0) return null
  const skewOf = (seconds: number): string =>
    seconds < 2 * hour
      ? t('minutesAhead', { n: Math.round(seconds / 60) })
      : seconds < 48 * hour
        ? t('hoursAhead', { n: Math.round(seconds / hour) })
        : t('daysAhead', { n: Math.round(seconds / (24 * hour)) })
  return (
    <>
      <NoticeChip
        kind="warning"
        text={t('clockChip', { n: ahead.length })}
        title={t('clockLead', { n: ahead.length })}
        onClick={() => setShown(true)}
      />
      <DragDialog
        open={shown}
        onClose={() => setShown(false)}
        title={t('clockTitle')}
        width={width}
        resizable
        footer={<Button onClick={() => setShown(false)}>{t('close')}</Button>}
      >
        <p className="note">{t('clockHint')}</p>
        <table className={styles['unknown']}>
          <thead>
            <tr>
              <th scope="col">{t('nameIt')}</th>
              <th scope="col">{t('wearer')}</th>
              <th scope="col">{t('skew')}</th>
              <th scope="col" className={styles['number']}>
                {t('setAside')}
              </th>
              <th scope="col">{t('lastSeen')}</th>
            </tr>
          </thead>
          <tbody>
            {ahead.map(({ deviceId, name, userName, deptName, skewSeconds, count, lastSeen }) => (
              <tr key={deviceId}>
                <td>{name}</td>
                <td>{[userName, deptName].filter((part) => part !== null).join(' · ')}</td>
                <td>{skewOf(skewSeconds)}</td>
                <td className={styles['number']}>{count}</td>
                <td>{lastSeen}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </DragDialog>
    </>
  )
}
