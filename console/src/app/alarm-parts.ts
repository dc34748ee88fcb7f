import type { AlarmParts } from '../shared/screens/alarm-part.ts'
import { features } from './features.ts'

/** What features show of alarms besides their facts. */
export const alarmParts: AlarmParts = features.flatMap(({ alarmParts: own = [] }) => own)
