import { Button } from 'antd'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTexts } from '../../shared/i18n/texts.ts'
import { Icon } from '../../shared/ui/icon.tsx'
import { Row, Stack } from '../../shared/ui/layout.tsx'
import { recordClip, type ClipRecorder } from './record-clip.ts'
import { broadcastTexts } from './texts.ts'

interface ClipFieldProps {
  readonly clip: File | null
  readonly onClip: (clip: File | null) => void
}

/** Records a clip, and lets one hear it before it is sent. */
export const ClipField = ({ clip, onClip }: ClipFieldProps) => {
  const t = useTexts(broadcastTexts)
  const [recorder, setRecorder] = useState<ClipRecorder | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const running = useRef<ClipRecorder | null>(null)
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
      running.current?.stop()
    }
  }, [])
  const address = useMemo(() => (clip ? URL.createObjectURL(clip) : null), [clip])
  useEffect(() => () => void (address !== null && URL.revokeObjectURL(address)), [address])

  const begin = async (): Promise<void> => {
    setProblem(null)
    onClip(null)
    try {
      const begun = await recordClip()
      running.current = begun
      // Closed while the browser asked: nobody is to be recorded who does not see it.
      if (isGone.current) begun.stop()
      setRecorder(begun)
      onClip(await begun.clip)
    } catch (error) {
      setProblem(t('noMicrophone', { reason: error instanceof Error ? error.message : String(error) }))
    } finally {
      running.current = null
      setRecorder(null)
    }
  }
  return (
    <Stack gap={6}>
      <Row gap={8}>
        {recorder ? (
          <Button danger autoInsertSpace={false} icon={<Icon name="close" size={16} />} onClick={recorder.stop}>
            {t('stop')}
          </Button>
        ) : (
          <Button autoInsertSpace={false} icon={<Icon name="horn" size={16} />} onClick={() => void begin()}>
            {t(clip ? 'recordAgain' : 'record')}
          </Button>
        )}
        <span className="soft" role="status">
          {recorder ? t('recording') : t('recordMost')}
        </span>
      </Row>
      {problem !== null && <span className="bad">{problem}</span>}
      {address !== null && (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- what one has just said oneself
        <audio controls src={address} aria-label={t('clip')} style={{ width: '100%', height: 36 }} />
      )}
    </Stack>
  )
}
