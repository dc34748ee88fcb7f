import { gateControlCalls } from '@vigil/contract/gatecontrol/calls.ts'
import { commandOutcome, plateList, plateOutcome, type GateListState } from '@vigil/contract/gatecontrol/entities.ts'
import { paged } from '@vigil/contract/kernel/client.ts'
import { Skeleton } from 'antd'
import { useCall } from '../../shared/api/queries.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { ErrorState } from '../../shared/ui/states.tsx'
import { controlTexts } from './control-texts.ts'
import styles from './gates.module.css'

const platesShown = 10

/** How the lists of a gate stand: in step, how many wait, since when its device cannot be told. */
export const useListWords = () => {
  const t = useTexts(controlTexts)
  const { language } = useLanguage()
  return ({ inStep, waiting, outcome, said, since, triedAt }: GateListState): readonly string[] => [
    ...(triedAt === null && waiting > 0 ? [t('listsNever')] : []),
    ...(inStep > 0 || waiting === 0 ? [t('listsInStep', { count: inStep })] : []),
    ...(waiting > 0 ? [t('listsWaiting', { count: waiting })] : []),
    ...(since === null
      ? []
      : [t('listsSince', { since, outcome: [commandOutcome.name(outcome, language), said].filter(Boolean).join(' · ') })]),
  ]
}

/** The plates that a gate's device lists as the site says, those that wait first. */
export const GateLists = ({ gateId }: { readonly gateId: string }) => {
  const t = useTexts(controlTexts)
  const { language } = useLanguage()
  const wordsOf = useListWords()
  const { data: states, error, isFetching, refetch } = useCall(gateControlCalls.listGateListState, undefined)
  const { data: plates } = useCall(gateControlCalls.listGatePlate, { gateId, pageNum: 1, pageSize: platesShown })
  const state = states?.find((one) => one.gateId === gateId)
  return (
    <>
      <h3>{t('lists')}</h3>
      {states === undefined && error && <ErrorState error={error} retrying={isFetching} onRetry={() => void refetch()} />}
      {states === undefined && !error && <Skeleton active title={false} paragraph={{ rows: 1 }} />}
      {state &&
        wordsOf(state).map((words) => (
          <p key={words} className={styles['controlled']}>
            {words}
          </p>
        ))}
      <ul className="list">
        {(plates ? paged(plates).list : []).map(({ id, plateNumber, wanted, waits, outcome, said, since }) => (
          <li key={id} className={styles['command']}>
            <span className="oneLine">{plateNumber}</span>
            <span>
              {wanted === null ? t('plateUnwanted') : t('plateWanted', { list: plateList.name(wanted, language) })} ·{' '}
              <span className={waits ? 'bad' : 'good'}>
                {waits && (outcome === null || outcome === plateOutcome.code.done)
                  ? t('plateWaits')
                  : plateOutcome.name(outcome, language)}
              </span>
              {said !== '' && ` (${said})`}
            </span>
            <time className="oneLine quiet">{since}</time>
          </li>
        ))}
      </ul>
    </>
  )
}
