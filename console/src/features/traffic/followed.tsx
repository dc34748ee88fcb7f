import { penaltyCalls } from '@vigil/contract/penalties/calls.ts'
import { penaltyKind, type PenaltyStep } from '@vigil/contract/penalties/entities.ts'
import { Link } from 'react-router'
import { failureText } from '../../shared/api/failure.ts'
import { useCall } from '../../shared/api/queries.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { addressOf } from '../../shared/routes/address.ts'
import { useCan } from '../../shared/session/session.ts'
import { trafficTexts } from './texts.ts'

interface FollowedProps {
  readonly recordKind: 'speedingRecord' | 'trafficStop'
  readonly recordId: string
}

/** What followed for the vehicle from a record that was confirmed; nothing of one from which nothing did. */
export const Followed = (props: FollowedProps) => (useCan('penaltyMgmt') ? <Line {...props} /> : null)

const Line = (body: FollowedProps) => {
  const t = useTexts(trafficTexts)
  const { data, error } = useCall(penaltyCalls.listZdPenaltyOfRecord, body)
  const words = ({ kind, points, revokedAt }: PenaltyStep): string => {
    const said =
      kind === penaltyKind.code.points
        ? t('followedPoints', { n: points })
        : t(kind === penaltyKind.code.warning ? 'followedWarning' : 'followedBarred')
    return revokedAt === null ? said : t('followedRevoked', { what: said })
  }
  if (!data) return error ? <span className="bad">{failureText(error)}</span> : null
  const [last] = data
  if (!last) return null
  return (
    <Link to={addressOf('penaltyMgmt', { id: last.vehicleId })}>
      {t('followed', { what: data.toReversed().map(words).join(t('followedThen')) })}
    </Link>
  )
}
