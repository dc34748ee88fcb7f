import type { ComponentType } from 'react'
import { PassList } from './passes-list.tsx'
import { SpeedingList } from './speeding-list.tsx'
import { TrafficStatistics } from './statistics.tsx'
import { useView } from './view-switch.tsx'

/** A list with the statistics of passes and speeding behind the same switch. */
const withStatistics = (List: ComponentType) => () => (useView() === 'statistics' ? <TrafficStatistics /> : <List />)

/** 车辆记录: every vehicle that passed a camera. */
export const Passes = withStatistics(PassList)
/** 超速记录: every drive that was too fast. */
export const Speeding = withStatistics(SpeedingList)
