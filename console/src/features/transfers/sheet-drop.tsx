import { Button, Progress } from 'antd'
import { useEffect, useRef, useState, type DragEvent } from 'react'
import { failureText } from '../../shared/api/failure.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { fileProblem } from '../../shared/pick/file-limits.ts'
import { upload, type UploadedFile } from '../../shared/pick/upload.ts'
import { Icon } from '../../shared/ui/icon.tsx'
import { transferTexts } from './texts.ts'
import styles from './transfers.module.css'

interface SheetDropProps {
  readonly onUploaded: (file: UploadedFile) => void
}

const accept = '.xlsx,.csv'
const mostBytes = 50 * 1024 * 1024

/** Takes one sheet, dropped or chosen, and uploads it with its progress. */
export const SheetDrop = ({ onUploaded }: SheetDropProps) => {
  const t = useTexts(transferTexts)
  const [sending, setSending] = useState<{ readonly name: string; readonly percent: number } | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [over, setOver] = useState(false)
  const running = useRef<AbortController | null>(null)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => () => running.current?.abort(), [])

  const send = async (files: readonly File[]): Promise<void> => {
    const [file] = files
    if (!file || running.current) return
    const wrong = fileProblem(file, accept, mostBytes)
    if (files.length > 1) setProblem(t('oneFile'))
    else if (wrong?.kind === 'wrongType') setProblem(t('wrongKind', { name: file.name }))
    else if (wrong?.kind === 'tooLarge') setProblem(t('tooLarge'))
    // What else is wrong with it, the server says best: it looks inside.
    else await sendOne(file)
  }
  const sendOne = async (file: File): Promise<void> => {
    const run = new AbortController()
    running.current = run
    setProblem(null)
    const show = (part: number): void => setSending({ name: file.name, percent: Math.round(part * 100) })
    show(0)
    try {
      onUploaded(await upload(file, show, run.signal, { purpose: 'import' }))
    } catch (error) {
      if (!run.signal.aborted) setProblem(failureText(error))
    } finally {
      running.current = null
      setSending(null)
    }
  }
  const dropped = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    void send([...event.dataTransfer.files])
  }
  if (sending)
    return (
      <div className={styles['drop']}>
        <span>{t('uploading', { name: sending.name })}</span>
        <Progress percent={sending.percent} status="active" className={styles['bar'] ?? ''} />
        <Button onClick={() => running.current?.abort()}>{t('cancel')}</Button>
      </div>
    )
  return (
    <>
      <button
        type="button"
        data-first
        className={styles['drop']}
        data-over={over}
        onClick={() => input.current?.click()}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={dropped}
      >
        <Icon name="upload" size={32} />
        <b>{t('dropFile')}</b>
        <span className="quiet">{t('fileKinds')}</span>
      </button>
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        onChange={({ target }) => {
          void send([...(target.files ?? [])])
          // The same file may be chosen once more after it was corrected.
          target.value = ''
        }}
      />
      {problem !== null && (
        <p role="alert" className={styles['problem']}>
          {problem}
        </p>
      )}
    </>
  )
}
