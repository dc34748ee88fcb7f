import { penaltyCalls } from '@vigil/contract/penalties/calls.ts'
import { penaltyKind, penaltyRecord, type PenaltyStep } from '@vigil/contract/penalties/entities.ts'
import type { PenaltyVehicle } from '@vigil/contract/penalties/penalty-vehicle.ts'
import { Button, Skeleton } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { useCall } from '../../shared/api/queries.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { addressOf } from '../../shared/routes/address.ts'
import { useCan } from '../../shared/session/session.ts'
import { Row, Stack } from '../../shared/ui/layout.tsx'
import { ErrorState } from '../../shared/ui/states.tsx'
import styles from './penalties.module.css'
import { ReasonDialog } from './reason-dialog.tsx'
import { penaltyTexts } from './texts.ts'

/** What followed for a vehicle, the newest first; what still holds may be taken back here. */
export const History = ({ record }: { readonly record: PenaltyVehicle }) => {
  const t = useTexts(penaltyTexts)
  const [revoking, setRevoking] = useState<PenaltyStep | null>(null)
  const { data, error, isFetching, refetch } = useCall(penaltyCalls.listZdPenaltyStep, { vehicleId: record.id })
  return (
    <Stack gap={12} pad="0 0 16px" as="section" aria-label={t('history')}>
      <b>{t('history')}</b>
      {!data && error && <ErrorState error={error} retrying={isFetching} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton active paragraph={{ rows: 4 }} />}
      {data && (
        <ol className={styles['steps']}>
          {data.map((step) => (
            <Step key={step.id} step={step} onRevoke={() => setRevoking(step)} />
          ))}
        </ol>
      )}
      {revoking && <ReasonDialog step={revoking} onClose={() => setRevoking(null)} />}
    </Stack>
  )
}

interface StepProps {
  readonly step: PenaltyStep
  readonly onRevoke: () => void
}

const Step = ({ step, onRevoke }: StepProps) => {
  const t = useTexts(penaltyTexts)
  const may = useCan('penaltyMgmt:edit')
  const { revokedAt, endedAt, countsUntil } = step
  const isOver = revokedAt !== null || endedAt !== null
  return (
    <li>
      <Row gap="2px 12px" className="wrap">
        <span className={styles['said']} data-over={revokedAt !== null}>
          <b>{useWords(step)}</b> <span className="soft">{useCause(step)}</span>
        </span>
        <RecordLink step={step} />
        {may && !isOver && (
          <Button size="small" autoInsertSpace={false} onClick={onRevoke}>
            {t(step.kind === penaltyKind.code.barred ? 'lift' : 'revoke')}
          </Button>
        )}
      </Row>
      <div className="quiet">
        {step.at} · {step.deptName === null ? step.by : t('by', { by: step.by, dept: step.deptName })}
        {countsUntil !== null && revokedAt === null && ` · ${t('counts', { time: countsUntil })}`}
      </div>
      {revokedAt !== null && (
        <div className="breaks soft">{t('revoked', { by: step.revokedBy, time: revokedAt, reason: step.revokedFor })}</div>
      )}
      {endedAt !== null && <div className="soft">{t('ended', { time: endedAt })}</div>}
    </li>
  )
}

const useWords = ({ kind, points, until }: PenaltyStep): string => {
  const t = useTexts(penaltyTexts)
  if (kind === penaltyKind.code.warning) return t('warning')
  if (kind === penaltyKind.code.points) return t('points', { n: points })
  return until === null ? t('stepBarred') : t('stepBarredUntil', { time: until })
}

const useCause = ({ kind, percent, reason, recordKind, rule }: PenaltyStep): string => {
  const t = useTexts(penaltyTexts)
  if (recordKind === '') return reason
  if (kind === penaltyKind.code.barred) return t('enough', { n: rule?.barAt ?? 0 })
  return percent === null ? t('parked') : t('over', { percent: Math.floor(percent) })
}

const RecordLink = ({ step: { recordKind, recordId } }: Pick<StepProps, 'step'>) => {
  const t = useTexts(penaltyTexts)
  const [seesSpeeding, seesStops] = [useCan('trafficOverMgmt'), useCan('trafficStopMgmt')]
  if (recordId === null) return null
  const isSpeeding = recordKind === penaltyRecord.code.speedingRecord
  if (!(isSpeeding ? seesSpeeding : seesStops)) return null
  return <Link to={addressOf(isSpeeding ? 'trafficOverMgmt' : 'trafficStopMgmt', { id: recordId })}>{t('toRecord')}</Link>
}
