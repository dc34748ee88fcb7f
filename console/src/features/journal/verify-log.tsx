import { journalCalls } from '@vigil/contract/journal/calls.ts'
import { logBreak, type LogWalk } from '@vigil/contract/journal/entities.ts'
import { Alert, Button, Progress } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { client } from '../../shared/api/client.ts'
import { failureText } from '../../shared/api/failure.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { toSiteTime } from '../../shared/time/site-time.ts'
import { DragDialog } from '../../shared/ui/drag-dialog.tsx'
import { Icon } from '../../shared/ui/icon.tsx'
import styles from './journal.module.css'
import { journalTexts } from './texts.ts'

interface Outcome {
  readonly verdict: NonNullable<LogWalk['verdict']>
  /** This computer's clock, milliseconds. */
  readonly at: number
  readonly took: number
}

const width = 520

const counted = (n: number): string => n.toLocaleString('en-US')
/** Percent; all of it while nobody can tell. */
const partOf = (walk: LogWalk | null): number => (walk && walk.total > 0 ? Math.floor((100 * walk.checked) / walk.total) : 100)

/** 校验日志: whether the chain of the log holds, told in words. */
export const VerifyLog = () => {
  const t = useTexts(journalTexts)
  const [open, setOpen] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [walk, setWalk] = useState<LogWalk | null>(null)
  const [verifying, setVerifying] = useState(false)
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  const run = async (): Promise<void> => {
    setOpen(true)
    if (verifying) return
    setVerifying(true)
    setWalk(null)
    setOutcome(null)
    setProblem(null)
    const begun = Date.now()
    try {
      let answer = await client.ask(journalCalls.verifySysLog, {})
      // Each answer comes after a while: nobody asks too often.
      while (answer.verdict === null && isHere.current) {
        setWalk(answer)
        answer = await client.ask(journalCalls.verifySysLog, { walk: answer.id })
      }
      if (answer.verdict !== null) setOutcome({ verdict: answer.verdict, at: Date.now(), took: Date.now() - begun })
    } catch (error) {
      setProblem(failureText(error))
    } finally {
      setVerifying(false)
    }
  }
  return (
    <>
      <Button icon={<Icon name="check" size={16} />} loading={verifying} onClick={() => void run()}>
        {t('verify')}
      </Button>
      <DragDialog
        open={open}
        onClose={() => setOpen(false)}
        title={t('verify')}
        width={width}
        footer={
          <>
            <Button disabled={verifying} onClick={() => void run()}>
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
          {verifying && (
            <>
              <Progress percent={partOf(walk)} status="active" showInfo={false} aria-label={t('verify')} />
              <p>
                {t('verifying')}
                {walk && walk.total > 0 && t('walked', { checked: counted(walk.checked), total: counted(walk.total) })}
              </p>
            </>
          )}
          {problem !== null && <Alert type="error" showIcon title={problem} />}
          {outcome && <VerdictText outcome={outcome} />}
        </div>
      </DragDialog>
    </>
  )
}

const VerdictText = ({ outcome: { verdict, at, took } }: { readonly outcome: Outcome }) => {
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
            <div>{t('checked', { n: counted(checked) })}</div>
            {from !== null && to !== null && <div>{t('checkedSpan', { from, to })}</div>}
            {firstBreak && <div>{t('breakHint')}</div>}
          </>
        }
      />
      <p className="note">{t('verifiedAt', { time: toSiteTime(at), seconds: (took / 1000).toFixed(1) })}</p>
    </>
  )
}
