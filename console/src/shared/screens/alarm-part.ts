import type { Alarm } from '@vigil/contract/alarms/entities.ts'
import { createContext, useContext, type ComponentType } from 'react'

export interface AlarmPartProps {
  readonly alarm: Pick<Alarm, 'id' | 'plateNumber'>
}
/** What a feature shows of an alarm besides its facts, wherever one is shown whole; it draws nothing where it has nothing to show. */
export interface AlarmPart {
  /** Alarm types of which it knows more. */
  readonly types: readonly number[]
  readonly component: ComponentType<AlarmPartProps>
}

/** What a feature's `index.ts` exports under the name `alarmParts`. */
export type AlarmParts = readonly AlarmPart[]

/** Every part there is, which the application passes to whoever shows alarms. */
export const AlarmPartsContext = createContext<AlarmParts>([])

/** The parts of alarms of one type. */
export const useAlarmParts = (type: number): AlarmParts =>
  useContext(AlarmPartsContext).filter(({ types }) => types.includes(type))
