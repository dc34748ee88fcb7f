import { journalCalls } from '@vigil/contract/journal/calls.ts'
import { logBreak } from '@vigil/contract/journal/entities.ts'
import type { DataOf } from '@vigil/contract/kernel/call.ts'
import { Alert, Button, Progress } from 'antd'
import { useState } from 'react'
import { failureText } from '../../shared/api/failure.ts'
import { useCallMutation } from '../../shared/api/queries.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { toSiteTime } from '../../shared/time/site-time.ts'
import { DragDialog } from '../../shared/ui/drag-dialog.tsx'
import { Icon } from '../../shared/ui/icon.tsx'
import styles from './journal.module.css'
import { journalTexts } from './texts.ts'

type Verdict = DataOf<typeof journalCalls.verifySysLog>
interface Outcome {
  readonly verdict: Verdict
  /** This computer's clock, milliseconds. */
  readonly at: number
  readonly took: number
}

const width = 520

/** 校验日志: whether the chain of the log holds, told in words. */
export const VerifyLog = () => {
  const t = useTexts(journalTexts)
  const [open, setOpen] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const verify = useCallMutation(journalCalls.verifySysLog, { showsRefusal: true })
  const run = async (): Promise<void> => {
    setOpen(true)
    if (verify.isPending) return
    setOutcome(null)
    setProblem(null)
    const begun = Date.now()
    try {
      const verdict = await verify.mutateAsync(undefined)
      setOutcome({ verdict, at: Date.now(), took: Date.now() - begun })
    } catch (error) {
      setProblem(failureText(error))
    }
  }
  return (
    <>
      <Button icon={<Icon name="check" size={16} />} loading={verify.isPending} onClick={() => void run()}>
        {t('verify')}
      </Button>
      <DragDialog
        open={open}
        onClose={() => setOpen(false)}
        title={t('verify')}
        width={width}
        footer={
          <>
            <Button disabled={verify.isPending} onClick={() => void run()}>
              {t('again')}
            </Button>
            <Button type="primary" onClick={() => setOpen(false)}>
              {t('close')}
            </Button>
          </>
        }
      >
        <div className={styles['verify']} aria-live="polite">
          <p>{t('verifyHint')}</p>
          {verify.isPending && (
            <>
              <Progress percent={100} status="active" showInfo={false} aria-label={t('verify')} />
              <p>{t('verifying')}</p>
            </>
          )}
          {problem !== null && <Alert type="error" showIcon title={problem} />}
          {outcome && <Told outcome={outcome} />}
        </div>
      </DragDialog>
    </>
  )
}

const Told = ({ outcome: { verdict, at, took } }: { readonly outcome: Outcome }) => {
  const t = useTexts(journalTexts)
  const { language } = useLanguage()
  const { intact, checked, from, to, firstBreak } = verdict
  return (
    <>
      <Alert
        type={intact ? 'success' : 'error'}
        showIcon
        title={t(intact ? 'intact' : 'broken')}
        description={
          <>
            {firstBreak && (
              <strong>
                {t('breakAt', { id: firstBreak.id, kind: logBreak.name(firstBreak.kind, language) })}
                {firstBreak.time !== null && (
                  <>
                    {language === 'zh' ? '，' : ', '}
                    {t('breakTime', { time: firstBreak.time })}
                  </>
                )}
              </strong>
            )}
            <div>{t('checked', { n: checked.toLocaleString('en-US') })}</div>
            {from !== null && to !== null && <div>{t('checkedSpan', { from, to })}</div>}
            {firstBreak && <div>{t('breakHint')}</div>}
          </>
        }
      />
      <p className={styles['quiet']}>{t('verifiedAt', { time: toSiteTime(at), seconds: (took / 1000).toFixed(1) })}</p>
    </>
  )
}
