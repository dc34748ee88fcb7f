import type { Transfer } from '@vigil/contract/transfers/entities.ts'
import { Alert, Button, Progress } from 'antd'
import { useTexts } from '../../shared/i18n/texts.ts'
import { cancelTransfer, useFollowed } from './follow.ts'
import { ImportOptions } from './import-options.tsx'
import { Counts, Problems, ReportLink, Sample, UnknownColumns } from './preview.tsx'
import { detailOf, isRunning, progressOf } from './progress.ts'
import { SheetDrop } from './sheet-drop.tsx'
import { TemplateButton } from './template-button.tsx'
import { transferTexts } from './texts.ts'
import styles from './transfers.module.css'
import type { ImportState } from './use-import.ts'

interface StepProps {
  readonly state: ImportState
}

/** Which sheet. */
export const FileStep = ({ state }: StepProps) => {
  const t = useTexts(transferTexts)
  return (
    <>
      <SheetDrop onUploaded={state.take} />
      <div className={styles['line']}>
        <TemplateButton noun={state.noun} onProblem={state.setProblem} />
        <span className="quiet">{t('templateNote')}</span>
      </div>
    </>
  )
}

/** How it was understood, and what it would do. */
export const CheckStep = ({ state }: StepProps) => {
  const t = useTexts(transferTexts)
  const { file, preview } = state
  if (!file) return null
  return (
    <>
      <ImportOptions fileName={file.name} state={state} />
      {preview && isRunning(preview) && <Running id={preview.id} label={t('checking')} />}
      {preview?.state === 'cancelled' && (
        <Alert
          type="info"
          showIcon
          title={t('previewCancelled')}
          action={
            <Button size="small" onClick={state.checkAgain}>
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
          action={<TemplateButton noun={state.noun} onProblem={state.setProblem} />}
        />
      )}
      {preview?.state === 'done' && <Checked preview={preview} state={state} />}
      {preview && !isRunning(preview) && <Sample transfer={preview} />}
    </>
  )
}

const Checked = ({ preview, state: { blocked, rows } }: StepProps & { readonly preview: Transfer }) => {
  const t = useTexts(transferTexts)
  return (
    <>
      <Counts transfer={preview} />
      {blocked && <Alert type="warning" showIcon title={t('allOrNothing')} />}
      {!blocked && rows === 0 && <Alert type="info" showIcon title={t('nothingToWrite')} />}
      <UnknownColumns transfer={preview} />
      <Problems transfer={preview} />
    </>
  )
}

interface RunProps {
  readonly run: Transfer
}

/** How far it is. */
export const RunStep = ({ run }: RunProps) => {
  const t = useTexts(transferTexts)
  return (
    <>
      <Running id={run.id} label={t('importing')} />
      <Counts transfer={run} />
      <p className="quiet">{t('mayClose')}</p>
    </>
  )
}

/** What came of it. */
export const ResultStep = ({ run }: RunProps) => {
  const t = useTexts(transferTexts)
  const { state, wrong, created, updated, reason } = run
  const kept = t(created + updated > 0 ? 'keptRows' : 'nothingKept')
  return (
    <>
      <Alert
        showIcon
        type={state === 'done' ? (wrong > 0 ? 'warning' : 'success') : state === 'failed' ? 'error' : 'info'}
        title={t(state === 'done' ? 'resultDone' : state === 'failed' ? 'resultFailed' : 'resultCancelled')}
        description={state === 'failed' ? reason : state === 'cancelled' ? kept : undefined}
        action={<ReportLink transfer={run}>{t('report')}</ReportLink>}
      />
      <Counts transfer={run} />
      <Problems transfer={run} />
    </>
  )
}

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
