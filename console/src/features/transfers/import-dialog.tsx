import { Alert, Button, Steps } from 'antd'
import { useTexts } from '../../shared/i18n/texts.ts'
import { dialogHeight } from '../../shared/pick/dialog-height.ts'
import { DragDialog } from '../../shared/ui/drag-dialog.tsx'
import { useMobile } from '../../shared/ui/use-media.ts'
import { cancelTransfer } from './follow.ts'
import { CheckStep, FileStep, ResultStep, RunStep } from './import-steps.tsx'
import { transferTexts } from './texts.ts'
import styles from './transfers.module.css'
import { importSteps, useImport, type ImportState, type ImportStep } from './use-import.ts'

interface ImportDialogProps {
  /** Its name. */
  readonly noun: string
  readonly onClose: () => void
}

const width = 900
const height = 640

const stepTitles = {
  file: 'stepFile',
  check: 'stepCheck',
  import: 'stepImport',
  result: 'stepResult',
} as const satisfies Record<ImportStep, string>

/** Brings a noun's records from a sheet: chosen, checked row by row, imported; closing it while it imports stops nothing. */
export const ImportDialog = ({ noun, onClose }: ImportDialogProps) => {
  const t = useTexts(transferTexts)
  const phone = useMobile()
  const state = useImport(noun)
  const { step, run, problem } = state
  return (
    <DragDialog
      open
      onClose={onClose}
      title={t('importOf', { what: state.word })}
      width={width}
      height={dialogHeight(height)}
      resizable
      footer={<ImportButtons state={state} onClose={onClose} />}
    >
      <div className={styles['import']}>
        {!phone && (
          <Steps
            size="small"
            current={importSteps.indexOf(step)}
            items={importSteps.map((one) => ({ title: t(stepTitles[one]) }))}
          />
        )}
        {problem !== null && <Alert type="error" showIcon title={problem} />}
        {step === 'file' && <FileStep state={state} />}
        {step === 'check' && <CheckStep state={state} />}
        {step === 'import' && run && <RunStep run={run} />}
        {step === 'result' && run && <ResultStep run={run} />}
      </div>
    </DragDialog>
  )
}

const ImportButtons = ({ state, onClose }: { readonly state: ImportState; readonly onClose: () => void }) => {
  const t = useTexts(transferTexts)
  const { step, run, rows, blocked, starting, start, restart } = state
  return (
    <>
      {step === 'check' && <Button onClick={restart}>{t('otherFile')}</Button>}
      {step === 'import' && run && <Button onClick={() => cancelTransfer(run.id)}>{t('stop')}</Button>}
      {step === 'result' && <Button onClick={restart}>{t('another')}</Button>}
      <Button onClick={onClose}>{t(step === 'file' || step === 'check' ? 'cancel' : 'close')}</Button>
      {step === 'check' && (
        <Button type="primary" disabled={rows === 0 || blocked} loading={starting} onClick={() => void start()}>
          {rows > 0 ? t('importRows', { n: rows.toLocaleString('en-US') }) : t('import')}
        </Button>
      )}
    </>
  )
}
