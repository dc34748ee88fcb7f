import { isShownAlarms } from '@vigil/contract/alarms/entities.ts'
import { useCan, useUser } from '../../shared/session/session.ts'

/** Whether the signed-in user may look at stop records one by one. */
export const useMeetsStops = (): boolean => {
  const [stops, speeding, alarms] = [useCan('trafficStopMgmt'), useCan('trafficOverMgmt'), useCan('alarmRealMgmt')]
  return stops || speeding || alarms
}

/** Whether he may close them; whose they are is the server's to say. */
export const useClosesStops = (): boolean => {
  const [edits, handles] = [useCan('trafficStopMgmt:edit'), useCan('alarm:handle')]
  return edits || handles
}

/** Whether new ones are shown to him by themselves. */
export const useIsToldOfSpeeding = (): boolean => {
  const user = useUser()
  const [meets, closes] = [useMeetsStops(), useClosesStops()]
  return user !== null && isShownAlarms(user.workNum) && meets && closes
}
