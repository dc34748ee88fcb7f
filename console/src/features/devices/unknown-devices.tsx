import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { deviceType, type DeviceType } from '@vigil/contract/devices/entities.ts'
import { CallRefused, whole } from '@vigil/contract/kernel/client.ts'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { failureText } from '../../shared/api/failure.ts'
import { useCall, useCallMutation } from '../../shared/api/queries.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { notify } from '../../shared/notices/notices.ts'
import type { ListContext } from '../../shared/spec/definitions.ts'
import { DragDialog } from '../../shared/ui/drag-dialog.tsx'
import { NoticeChip } from '../../shared/ui/notice-chip.tsx'
import styles from './devices.module.css'
import { deviceTexts } from './texts.ts'

const askEvery = 30_000
const width = 720

/** Devices that report without being registered, to be taken in one by one; nothing while there are none. */
export const UnknownDevices = ({ kind, mayEdit, refresh, open }: ListContext & { readonly kind: DeviceType }) => {
  const t = useTexts(deviceTexts)
  const [shown, setShown] = useState(false)
  const answer = useCall(deviceCalls.listUnknownDeviceAll, undefined, { refetchEvery: askEvery })
  const waiting = answer.data ? whole(answer.data).filter((device) => device.deviceType === kind) : []
  if (!shown && (waiting.length === 0 || !mayEdit)) return null
  return (
    <>
      <NoticeChip
        kind="info"
        text={t('unknownChip', { n: waiting.length })}
        title={t('unknownLead', { n: waiting.length })}
        onClick={() => setShown(true)}
      />
      <DragDialog
        open={shown}
        onClose={() => setShown(false)}
        title={t('unknownTitle')}
        width={width}
        resizable
        footer={<Button onClick={() => setShown(false)}>{t('close')}</Button>}
      >
        <table className={styles['unknown']}>
          <thead>
            <tr>
              <th scope="col">{t('deviceId')}</th>
              <th scope="col">{t('lastSeen')}</th>
              <th scope="col" className={styles['number']}>
                {t('reports')}
              </th>
              <th scope="col">{t('nameIt')}</th>
              <th scope="col" aria-label={t('adopt')} />
            </tr>
          </thead>
          <tbody>
            {waiting.map(({ deviceId, lastSeen, count }) => (
              <Unknown
                key={deviceId}
                kind={kind}
                deviceId={deviceId}
                lastSeen={lastSeen}
                count={count}
                onAdopted={(id) => {
                  // What is left to be filled in opens beside the list: nothing stays over it.
                  setShown(false)
                  refresh()
                  open(id)
                }}
              />
            ))}
          </tbody>
        </table>
      </DragDialog>
    </>
  )
}

interface UnknownProps {
  readonly kind: DeviceType
  readonly deviceId: string
  readonly lastSeen: string
  readonly count: number
  readonly onAdopted: (id: string) => void
}

const Unknown = ({ kind, deviceId, lastSeen, count, onAdopted }: UnknownProps) => {
  const t = useTexts(deviceTexts)
  const [name, setName] = useState(deviceId)
  const [problem, setProblem] = useState<string | null>(null)
  const adopt = useCallMutation(deviceCalls.adoptUnknownDevice, {
    invalidates: [deviceCalls.listUnknownDeviceAll],
    showsRefusal: true,
  })
  const register = async (): Promise<void> => {
    setProblem(null)
    try {
      const { id } = await adopt.mutateAsync({ deviceType: kind, deviceId, name })
      notify.success(t('adopted', { name }))
      onAdopted(id)
    } catch (error) {
      setProblem(error instanceof CallRefused ? error.message : failureText(error))
    }
  }
  return (
    <tr>
      <td>{deviceId}</td>
      <td>{lastSeen}</td>
      <td className={styles['number']}>{count}</td>
      <td>
        <Input
          value={name}
          aria-label={`${t('nameIt')} ${deviceId}`}
          aria-invalid={problem !== null}
          {...(problem === null ? {} : { status: 'error' as const })}
          onChange={({ target }) => setName(target.value)}
          onPressEnter={() => void register()}
        />
        {problem !== null && (
          <small role="alert" className={styles['problem']}>
            {problem}
          </small>
        )}
      </td>
      <td>
        <Button
          type="primary"
          disabled={name.trim() === ''}
          loading={adopt.isPending}
          aria-label={`${t('adopt')} ${deviceType.name(kind, 'zh')} ${deviceId}`}
          onClick={() => void register()}
        >
          {t('adopt')}
        </Button>
      </td>
    </tr>
  )
}
