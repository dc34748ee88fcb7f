import { transferCalls } from '@vigil/contract/transfers/calls.ts'
import { existingRows, importMode } from '@vigil/contract/transfers/entities.ts'
import { Alert, Button, Progress, Select, Steps } from 'antd'
import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { client } from '../../shared/api/client.ts'
import { failureText } from '../../shared/api/failure.ts'
import { invalidate } from '../../shared/api/queries.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { useMobile } from '../../shared/ui/use-media.ts'
import { dialogHeight } from '../../shared/pick/dialog-height.ts'
import type { UploadedFile } from '../../shared/pick/upload.ts'
import { DragDialog } from '../../shared/ui/drag-dialog.tsx'
import { cancelTransfer, follow, useFollowed } from './follow.ts'
import { Counts, Problems, ReportLink, Sample, UnknownColumns } from './preview.tsx'
import { detailOf, isRunning, progressOf } from './progress.ts'
import { SheetDrop } from './sheet-drop.tsx'
import { TemplateButton } from './template-button.tsx'
import { transferTexts } from './texts.ts'
import styles from './transfers.module.css'
import { useNounWord } from './words.ts'

interface ImportDialogProps {
  /** Its name. */
  readonly noun: string
  readonly onClose: () => void
}
type Existing = (typeof existingRows.codes)[number]
type Mode = (typeof importMode.codes)[number]

const width = 900
const height = 640

/** Brings a noun's records from a sheet: chosen, checked row by row, imported; closing it while it imports stops nothing. */
export const ImportDialog = ({ noun, onClose }: ImportDialogProps) => {
  const t = useTexts(transferTexts)
  const wordOf = useNounWord()
  const word = wordOf(noun)
  const phone = useMobile()
  const [file, setFile] = useState<UploadedFile | null>(null)
  const [existing, setExisting] = useState<Existing>('update')
  const [mode, setMode] = useState<Mode>('partial')
  const [problem, setProblem] = useState<string | null>(null)
  const [starting, setStarting] = useState(false)
  const [importId, setImportId] = useState<string | null>(null)
  const { preview, check, forget } = usePreview(noun, word, setProblem)
  const run = useFollowed((followed) => (importId === null ? undefined : followed[importId]))
  const step = run ? (isRunning(run) ? 2 : 3) : file ? 1 : 0

  const taken = (uploaded: UploadedFile): void => {
    setFile(uploaded)
    void check(uploaded.id, existing)
  }
  const begin = async (): Promise<void> => {
    if (!file || starting) return
    setProblem(null)
    setStarting(true)
    try {
      const transfer = await client.ask(transferCalls.startImport, { noun, fileId: file.id, existing, mode })
      follow(transfer, word)
      setImportId(transfer.id)
      invalidate(transferCalls.listTransferAll)
    } catch (error) {
      setProblem(failureText(error))
    } finally {
      setStarting(false)
    }
  }
  const again = (): void => {
    forget()
    setFile(null)
    setImportId(null)
    setProblem(null)
  }
  const ready = preview?.state === 'done'
  const rows = ready ? preview.created + preview.updated : 0
  const blocked = ready && mode === 'all' && preview.wrong > 0
  return (
    <DragDialog
      open
      onClose={onClose}
      title={t('importOf', { what: word })}
      width={width}
      height={dialogHeight(height)}
      resizable
      footer={
        <>
          {step === 1 && <Button onClick={again}>{t('otherFile')}</Button>}
          {step === 2 && run && <Button onClick={() => cancelTransfer(run.id)}>{t('stop')}</Button>}
          {step === 3 && <Button onClick={again}>{t('another')}</Button>}
          <Button onClick={onClose}>{t(step === 0 || step === 1 ? 'cancel' : 'close')}</Button>
          {step === 1 && (
            <Button type="primary" disabled={rows === 0 || blocked} loading={starting} onClick={() => void begin()}>
              {rows > 0 ? t('importRows', { n: rows.toLocaleString('en-US') }) : t('import')}
            </Button>
          )}
        </>
      }
    >
      <div className={styles['import']}>
        {!phone && (
          <Steps
            size="small"
            current={step}
            items={(['stepFile', 'stepCheck', 'stepImport', 'stepResult'] as const).map((key) => ({ title: t(key) }))}
          />
        )}
        {problem !== null && <Alert type="error" showIcon title={problem} />}
        {step === 0 && (
          <>
            <SheetDrop onUploaded={taken} />
            <div className={styles['line']}>
              <TemplateButton noun={noun} onProblem={setProblem} />
              <span className="quiet">{t('templateNote')}</span>
            </div>
          </>
        )}
        {step === 1 && file && (
          <>
            <Options
              fileName={file.name}
              existing={existing}
              mode={mode}
              onExisting={(chosen) => {
                setExisting(chosen)
                void check(file.id, chosen)
              }}
              onMode={setMode}
            />
            {preview && isRunning(preview) && <Running id={preview.id} label={t('checking')} />}
            {preview?.state === 'cancelled' && (
              <Alert
                type="info"
                showIcon
                title={t('previewCancelled')}
                action={
                  <Button size="small" onClick={() => void check(file.id, existing)}>
                    {t('again')}
                  </Button>
                }
              />
            )}
            {preview?.state === 'failed' && (
              <Alert
                type="error"
                showIcon
                title={t('cannotRead')}
                description={preview.reason}
                action={<TemplateButton noun={noun} onProblem={setProblem} />}
              />
            )}
            {ready && (
              <>
                <Counts transfer={preview} />
                {blocked && <Alert type="warning" showIcon title={t('allOrNothing')} />}
                {!blocked && rows === 0 && <Alert type="info" showIcon title={t('nothingToWrite')} />}
                <UnknownColumns transfer={preview} />
                <Problems transfer={preview} />
              </>
            )}
            {preview && !isRunning(preview) && <Sample transfer={preview} />}
          </>
        )}
        {step === 2 && run && (
          <>
            <Running id={run.id} label={t('importing')} />
            <Counts transfer={run} />
            <p className="quiet">{t('mayClose')}</p>
          </>
        )}
        {step === 3 && run && (
          <>
            <Alert
              showIcon
              type={run.state === 'done' ? (run.wrong > 0 ? 'warning' : 'success') : run.state === 'failed' ? 'error' : 'info'}
              title={t(run.state === 'done' ? 'resultDone' : run.state === 'failed' ? 'resultFailed' : 'resultCancelled')}
              description={
                run.state === 'failed'
                  ? run.reason
                  : run.state === 'cancelled'
                    ? t(run.created + run.updated > 0 ? 'keptRows' : 'nothingKept')
                    : undefined
              }
              action={<ReportLink transfer={run}>{t('report')}</ReportLink>}
            />
            <Counts transfer={run} />
            <Problems transfer={run} />
          </>
        )}
      </div>
    </DragDialog>
  )
}

/** The check of a file: the newest alone counts, one that nobody waits for any more is cancelled. */
const usePreview = (noun: string, word: string, onProblem: (problem: string | null) => void) => {
  const [id, setId] = useState<string | null>(null)
  const preview = useFollowed((followed) => (id === null ? undefined : followed[id]))
  const latest = useRef<{ round: number; id: string | null }>({ round: 0, id: null })
  const stop = (): void => {
    const { current } = latest
    current.round += 1
    const running = current.id === null ? undefined : useFollowed.getState()[current.id]
    if (running && isRunning(running)) cancelTransfer(running.id)
    current.id = null
  }
  useEffect(() => stop, [])
  return {
    preview,
    forget: (): void => {
      stop()
      setId(null)
    },
    check: async (fileId: string, existing: Existing): Promise<void> => {
      stop()
      setId(null)
      onProblem(null)
      const { round } = latest.current
      try {
        const transfer = await client.ask(transferCalls.previewImport, { noun, fileId, existing })
        if (latest.current.round !== round) {
          cancelTransfer(transfer.id)
          return
        }
        latest.current.id = transfer.id
        follow(transfer, word, false)
        setId(transfer.id)
      } catch (error) {
        if (latest.current.round === round) onProblem(failureText(error))
      }
    },
  }
}

interface OptionsProps {
  readonly fileName: string
  readonly existing: Existing
  readonly mode: Mode
  readonly onExisting: (existing: Existing) => void
  readonly onMode: (mode: Mode) => void
}

const Options = ({ fileName, existing, mode, onExisting, onMode }: OptionsProps) => {
  const t = useTexts(transferTexts)
  const { language } = useLanguage()
  const id = useId()
  return (
    <div className={styles['options']}>
      <span className={styles['fileName']} title={fileName}>
        {fileName}
      </span>
      <Labelled id={`${id}e`} label={t('existing')}>
        <Select<Existing>
          id={`${id}e`}
          value={existing}
          popupMatchSelectWidth={false}
          options={[...existingRows.options(language)]}
          onChange={onExisting}
        />
      </Labelled>
      <Labelled id={`${id}m`} label={t('mode')}>
        <Select<Mode>
          id={`${id}m`}
          value={mode}
          popupMatchSelectWidth={false}
          options={[...importMode.options(language)]}
          onChange={onMode}
        />
      </Labelled>
    </div>
  )
}

const Labelled = ({ id, label, children }: { readonly id: string; readonly label: string; readonly children: ReactNode }) => (
  <span className={styles['labelled']}>
    <label htmlFor={id}>{label}</label>
    {children}
  </span>
)

const Running = ({ id, label }: { readonly id: string; readonly label: string }) => {
  const t = useTexts(transferTexts)
  const transfer = useFollowed((followed) => followed[id])
  if (!transfer) return null
  const progress = progressOf(transfer)
  return (
    <div className={styles['running']} role="status">
      <span>{label}</span>
      <Progress
        percent={progress === null ? 100 : Math.round(progress * 100)}
        status="active"
        showInfo={progress !== null}
        className={styles['bar'] ?? ''}
        aria-label={label}
      />
      <span className="quiet">{detailOf(transfer, t)}</span>
      {transfer.kind === 'preview' && (
        <Button size="small" onClick={() => cancelTransfer(id)}>
          {t('cancel')}
        </Button>
      )}
    </div>
  )
}
