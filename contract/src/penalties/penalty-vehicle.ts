import type { z } from 'zod'
import { field } from '../kernel/field.ts'
import { noun } from '../kernel/noun.ts'
import { yesNo } from '../kernel/yes-no.ts'

const number = { min: 0, max: 1_000_000 }

/** A vehicle of which something followed, registered or not, with what of it counts now. */
export const penaltyVehicle = noun({
  name: 'penaltyVehicle',
  word: { zh: '违章车辆', en: 'vehicle with penalties' },
  words: { zh: '违章车辆', en: 'vehicles with penalties' },
  route: 'penaltyMgmt',
  fields: { plateNumber: field.text({ zh: '车牌号', en: 'Plate number' }, 20) },
  shown: {
    isBarred: field.flag({ zh: '黑名单', en: 'Barred' }, yesNo, 0),
    /** Null of one that is not barred, and of one that is until somebody lifts it. */
    barredUntil: field.time({ zh: '禁入至', en: 'Barred until' }),
    /** Empty where its points led to it. */
    barredFor: field.text({ zh: '禁入原因', en: 'Barred because' }, 200),
    points: field.requiredNumber({ zh: '有效记分', en: 'Points that count' }, number),
    warnings: field.requiredNumber({ zh: '有效警告', en: 'Warnings that count' }, number),
    steps: field.requiredNumber({ zh: '处罚次数', en: 'Steps so far' }, number),
    lastAt: field.time({ zh: '最近处罚', en: 'Last step' }),
  },
  title: 'plateNumber',
  key: 'plateNumber',
  search: ['plateNumber'],
  filters: ['isBarred'],
  imports: false,
})
export type PenaltyVehicle = z.output<(typeof penaltyVehicle)['record']>
