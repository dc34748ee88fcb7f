import { trafficCalls } from '@vigil/contract/traffic/calls.ts'
import { useCall } from '../../shared/api/queries.ts'
import type { AlarmPartProps } from '../../shared/screens/alarm-part.ts'
import { Pictures } from './pictures.tsx'
import styles from './pictures.module.css'
import { useMeetsStops } from './use-traffic.ts'

/** What cameras saw of a vehicle that drove too fast, with its alarm: of whoever may see the record, and of an alarm that has one. */
export const AlarmPictures = (props: AlarmPartProps) => (useMeetsStops() ? <Shown {...props} /> : null)

const Shown = ({ alarm: { id } }: AlarmPartProps) => {
  const { data: stop } = useCall(trafficCalls.getZdTrafficStopOfAlarm, { alarmId: id })
  if (!stop || (stop.bigImage === '' && stop.plateImage === '' && stop.pictureLost === '')) return null
  return (
    <div className={styles['ofAlarm']}>
      <Pictures record={stop} />
    </div>
  )
}
