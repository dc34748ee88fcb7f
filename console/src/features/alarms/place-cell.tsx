import type { Alarm } from '@vigil/contract/alarms/entities.ts'
import { usePlaceOf } from './use-alarms.ts'

/** Where an alarm was raised. */
export const PlaceCell = ({ alarm }: { readonly alarm: Alarm }) => {
  const place = usePlaceOf()(alarm)
  return (
    <span className="ellipsis" title={place}>
      {place}
    </span>
  )
}
