import { useState } from 'react'
import { useTexts } from '../../shared/i18n/texts.ts'
import { Row } from '../../shared/ui/layout.tsx'
import { Control } from './control.tsx'
import { phone, usePhone } from './phone-store.ts'
import { telephonyTexts } from './texts.ts'
import styles from './calling-dialog.module.css'

const keys = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '0', '#'] as const

/** What is done while both speak. */
export const CallControls = () => {
  const t = useTexts(telephonyTexts)
  const { call, media } = usePhone()
  const [hasKeys, setKeys] = useState(false)
  const [isHidden, setHidden] = useState(false)
  const isConnected = call?.state === 'connected'
  const isHeld = call?.isHeld ?? false
  const isMuted = call?.isMuted ?? false
  const hide = (): void => {
    media?.showCamera(isHidden)
    setHidden(!isHidden)
  }
  const fill = (): void => {
    const picture = document.querySelector(`.${styles['pictures'] ?? ''}`)
    if (document.fullscreenElement) void document.exitFullscreen()
    else picture?.requestFullscreen().catch(() => undefined)
  }
  return (
    <>
      <Row gap={12} justify="center" className="wrap">
        <Control
          icon={isMuted ? 'micOff' : 'mic'}
          label={t(isMuted ? 'unmute' : 'mute')}
          pressed={isMuted}
          disabled={!isConnected || isHeld}
          onClick={() => (isMuted ? phone()?.unmute() : phone()?.mute())}
        />
        <Control
          icon="hold"
          label={t(isHeld ? 'unhold' : 'hold')}
          pressed={isHeld}
          disabled={!isConnected}
          onClick={() => void (isHeld ? phone()?.unhold() : phone()?.hold())}
        />
        <Control icon="keypad" label={t('keypad')} pressed={hasKeys} disabled={!isConnected} onClick={() => setKeys(!hasKeys)} />
        <Control
          icon="video"
          label={t(isHidden ? 'cameraOn' : 'cameraOff')}
          pressed={isHidden}
          disabled={!isConnected || !(media?.hasCamera() ?? false)}
          onClick={hide}
        />
        <Control icon="fullscreen" label={t('fullScreen')} disabled={!isConnected} onClick={fill} />
      </Row>
      {hasKeys && isConnected && (
        <div className={styles['keys']}>
          {keys.map((key) => (
            <button key={key} type="button" aria-label={t('key', { key })} onClick={() => void phone()?.sendTone(key)}>
              {key}
            </button>
          ))}
        </div>
      )}
    </>
  )
}
