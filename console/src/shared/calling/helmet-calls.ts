import type { Alarm } from '@vigil/contract/alarms/entities.ts'
import { create } from 'zustand'

/** A helmet that calls for help just now, as its service told this console. */
export interface HelmetCall {
  readonly deviceId: string
  /** Of the alarm that it raises. */
  readonly alarmType: number
  /** Who wears it; what it is called by where nobody does. */
  readonly name: string
  readonly deptName: string
  readonly sipId: string
  /** The room into which it calls; null where it only pressed. */
  readonly roomId: string | null
  /** Milliseconds since 1970, this computer's clock. */
  readonly since: number
}

/** The newest first, one of each helmet and type. */
export const useHelmetCalls = create<{ readonly calls: readonly HelmetCall[] }>(() => ({ calls: [] }))

const isSame = (one: HelmetCall, other: HelmetCall): boolean =>
  one.deviceId === other.deviceId && one.alarmType === other.alarmType
const change = (next: (calls: readonly HelmetCall[]) => readonly HelmetCall[]): void =>
  useHelmetCalls.setState(({ calls }) => ({ calls: next(calls) }))

export const helmetCalls = {
  /** It presses, or opens its call: what is told of one press in two messages is one call, into the room that either names. */
  add: (call: HelmetCall): void =>
    change((calls) => [
      { ...call, roomId: call.roomId ?? calls.find((one) => isSame(one, call))?.roomId ?? null },
      ...calls.filter((one) => !isSame(one, call)),
    ]),
  /** Answered, put away, or over. */
  drop: (call: HelmetCall): void => change((calls) => calls.filter((one) => !isSame(one, call))),
  clear: (): void => change(() => []),
}

/** Whether an alarm is what a helmet's call raised. */
export const isAlarmOf = (
  { deviceId, alarmType }: HelmetCall,
  alarm: Pick<Alarm, 'alarmType' | 'deviceId' | 'deviceType'>,
): boolean => alarm.deviceType === 'hat' && alarm.deviceId === deviceId && alarm.alarmType === alarmType
