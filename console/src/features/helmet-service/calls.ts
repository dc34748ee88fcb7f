import { handlingStatus, type Alarm } from '@vigil/contract/alarms/entities.ts'
import { alarmType, helpTypes, isCry } from '@vigil/contract/alarms/types.ts'
import type { FromHelmetService, ToldHelmet } from '@vigil/contract/telephony/helmet-service.ts'
import { helmetCalls, isAlarmOf, useHelmetCalls, type HelmetCall } from '../../shared/calling/helmet-calls.ts'
import { useOpenAlarms } from '../../shared/live/alarms.ts'

/** Helmets that call for help, from the push that tells of it until somebody has taken it up, here or elsewhere. */

/** Milliseconds after which a call that nobody took up is no call any more; its alarm stands on. */
const callsFor = 10 * 60_000
const lookEvery = 5_000

/** What a push calls for; null for what is no call for help. */
export const callOf = (message: FromHelmetService, now: number): HelmetCall | null => {
  const of = (helmet: ToldHelmet | null | undefined, type: number | undefined, roomId: string | null): HelmetCall | null => {
    const { device_id: deviceId, real_name, user_name, department, sip_id } = helmet?.user_info ?? {}
    if (!deviceId || type === undefined || !isCry(type)) return null
    const name = real_name || user_name || deviceId
    return { deviceId, alarmType: type, name, deptName: department ?? '', sipId: sip_id ?? '', roomId, since: now }
  }
  if (message.cmd === 'server_push_ca_sip_sos') return of(message.ca_info, alarmType.code.sos, message.room_id || null)
  if (message.cmd === 'server_push_sos') return of(message.data, helpTypes[message.sos_type ?? ''], null)
  return null
}

/** Whether a call is over by what became of its alarm, as it stood when it was first seen and as it stands. */
export const isOver = (before: Alarm | undefined, present: Alarm | undefined): boolean => {
  // Nobody here has seen its alarm yet.
  if (!before) return false
  // One that presses again while somebody has its alarm in hand calls until that is closed.
  return !present || (before.status === handlingStatus.code.unhandled && present.status !== handlingStatus.code.unhandled)
}

/** Takes calls away that are over; the answer ends it, with all that call. */
export const followCalls = (): (() => void) => {
  const seen = new Map<HelmetCall, Alarm>()
  const look = (): void => {
    const { open } = useOpenAlarms.getState()
    const { calls } = useHelmetCalls.getState()
    for (const call of seen.keys()) if (!calls.includes(call)) seen.delete(call)
    for (const call of calls) {
      const present = open.find((alarm) => isAlarmOf(call, alarm))
      if (isOver(seen.get(call), present) || Date.now() - call.since > callsFor) helmetCalls.drop(call)
      else if (present && !seen.has(call)) seen.set(call, present)
    }
  }
  const leave = [useOpenAlarms.subscribe(look), useHelmetCalls.subscribe(look)]
  const timer = setInterval(look, lookEvery)
  return () => {
    for (const end of leave) end()
    clearInterval(timer)
    helmetCalls.clear()
  }
}
