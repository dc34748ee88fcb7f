import { useEffect, useRef, useState } from 'react'
import { useTexts } from '../../shared/i18n/texts.ts'
import type { Quality } from './media.ts'
import { usePhone } from './phone-store.ts'
import { telephonyTexts } from './texts.ts'
import { warn } from './warn.ts'
import styles from './calling-dialog.module.css'

/** Milliseconds between two looks at how the picture comes. */
const lookEvery = 2_000

/** The other side, and oneself without sound. */
export const Pictures = ({ name }: { readonly name: string }) => {
  const t = useTexts(telephonyTexts)
  const { call, media } = usePhone()
  const remote = useRef<HTMLVideoElement>(null)
  const local = useRef<HTMLVideoElement>(null)
  const [quality, setQuality] = useState<Quality | null>(null)
  const isConnected = call?.state === 'connected'
  useEffect(() => {
    const [there, here] = [remote.current, local.current]
    if (!there || !here) return undefined
    there.srcObject = media?.remote ?? null
    here.srcObject = media?.local ?? null
    // Heard twice it would whistle.
    here.volume = 0
    const refused = (error: unknown): void => warn(`playback rejected: ${String(error)}`)
    if (media) for (const video of [there, here]) video.play().catch(refused)
    return () => {
      there.srcObject = null
      here.srcObject = null
    }
  }, [media])
  useEffect(() => {
    if (!isConnected || !media) return undefined
    const look = (): void => void media.quality().then(setQuality, (error: unknown) => warn(`no statistics: ${String(error)}`))
    const timer = setInterval(look, lookEvery)
    return () => {
      clearInterval(timer)
      setQuality(null)
    }
  }, [isConnected, media])
  const lines = quality?.height ?? null
  return (
    <div className={styles['pictures']}>
      <video ref={remote} className={styles['remote']} playsInline autoPlay aria-label={t('remoteVideo')}>
        <track kind="captions" />
      </video>
      <span className={styles['whose']}>{name === '' ? t('remoteVideo') : t('remote', { name })}</span>
      {lines === null && <span className={styles['blank']}>{t(isConnected ? 'noPicture' : 'notYet')}</span>}
      {lines !== null && <span className={styles['quality']}>{t('quality', { lines, n: quality?.roundTrip ?? 0 })}</span>}
      <div className={styles['own']} hidden={!media}>
        <video ref={local} muted playsInline autoPlay aria-label={t('local')} />
        <span>{t(media?.hasCamera() === false ? 'noCamera' : 'local')}</span>
      </div>
    </div>
  )
}
