import { Button, Skeleton } from 'antd'
import { useEffect, useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { useTexts } from '../../shared/i18n/texts.ts'
import { addressOf } from '../../shared/routes/address.ts'
import { useCan } from '../../shared/session/session.ts'
import { stored } from '../../shared/storage.ts'
import { Icon } from '../../shared/ui/icon.tsx'
import { Stack } from '../../shared/ui/layout.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { useSetupSteps, type SetupStep } from './setup-steps.ts'
import { setupTexts } from './setup-texts.ts'
import styles from './setup-guide.module.css'

/** `left`: this browser's user went on without the rest; `whole`: nothing was left to do. Either way nobody asks again. */
export const setupOver = stored('local', 'vigil.setup')

interface SetupGuideProps {
  /** What stands here once the site is set up, and for everybody who cannot set it up. */
  readonly children: ReactNode
}

/** 开站向导: the way from an empty site to one in use, in the place of the home screen. */
export const SetupGuide = ({ children }: SetupGuideProps) => {
  const may = [
    useCan('siteMgmt:edit'),
    useCan('deptMgmt:edit'),
    useCan('userMgmt:edit'),
    useCan('hatMgmt:edit'),
    useCan('dataImportMgmt'),
  ].every(Boolean)
  const [ended, setEnded] = useState(() => setupOver.read() !== null)
  const steps = useSetupSteps(may && !ended)
  const whole = Array.isArray(steps) && steps.every(({ done }) => done)
  useEffect(() => {
    if (whole) setupOver.write('whole')
  }, [whole])
  if (steps === null || whole) return children
  if (steps === 'waiting')
    return (
      <Panel className={styles['guide']}>
        <Skeleton active paragraph={{ rows: 10 }} />
      </Panel>
    )
  return (
    <Guide
      steps={steps}
      onLeave={() => {
        setupOver.write('left')
        setEnded(true)
      }}
    />
  )
}

const Guide = ({ steps, onLeave }: { readonly steps: readonly SetupStep[]; readonly onLeave: () => void }) => {
  const t = useTexts(setupTexts)
  const next = steps.find(({ done }) => !done)
  const done = steps.filter((step) => step.done).length
  return (
    <Panel
      className={styles['guide']}
      title={t('title')}
      extra={
        <>
          <span>{t('progress', { done, all: steps.length })}</span>
          <Button onClick={onLeave}>{t('later')}</Button>
        </>
      }
    >
      <p className={styles['lead']}>{t('lead')}</p>
      <Stack as="ol" className="list">
        {steps.map((step, index) => (
          <Step key={step.name} step={step} number={index + 1} isNext={step === next} />
        ))}
      </Stack>
    </Panel>
  )
}

interface StepProps {
  readonly step: SetupStep
  readonly number: number
  readonly isNext: boolean
}

const Step = ({ step: { name, hint, done, count, to, action }, number, isNext }: StepProps) => {
  const t = useTexts(setupTexts)
  const [word, n] = count ?? ['items', 0]
  const state = done ? 'done' : isNext ? 'next' : 'open'
  return (
    <li className={styles['step']} data-state={state} aria-current={isNext ? 'step' : undefined}>
      <span className={styles['mark']} aria-hidden="true">
        {done ? <Icon name="check" size={18} /> : number}
      </span>
      <div className={styles['about']}>
        <b>{t(name)}</b>
        <span className={styles['state']}>
          {t(state)}
          {n > 0 && ` · ${t(word, { n: n.toLocaleString('en-US') })}`}
        </span>
        <p>{t(hint)}</p>
      </div>
      <Link to={addressOf(to)} className={styles['go']} aria-label={`${t(action)} (${t(name)})`}>
        {t(action)}
        <Icon name="right" size={14} />
      </Link>
    </li>
  )
}
