import { fenceShape } from '@vigil/contract/hazards/entities.ts'
import { schedulePeriod, type SchedulePeriod } from '@vigil/contract/kernel/period.ts'
import type { Language, Text } from '@vigil/contract/kernel/text.ts'
import { translate } from '../../shared/i18n/texts.ts'
import { crossing, pointRange, type Shape } from '../../shared/map/draw/shape.ts'
import type { Draft } from '../../shared/spec/record.ts'
import { shapeIn } from '../../shared/spec/shape-parts.ts'
import { hazardTexts, type HazardTranslate } from './texts.ts'

const inBoth = (say: (t: HazardTranslate, language: Language) => string): Text => ({
  zh: say(translate(hazardTexts, 'zh'), 'zh'),
  en: say(translate(hazardTexts, 'en'), 'en'),
})

const pointsProblem = ({ shape, points }: Shape): Text | null => {
  const beyond = points.findIndex(([lng, lat]) => Math.abs(lng) > 180 || Math.abs(lat) > 90)
  if (beyond >= 0) return inBoth((t) => t('badCoordinate', { n: beyond + 1 }))
  const { least } = pointRange(shape)
  if (points.length < least && shape === 'circle') return hazardTexts.table.noCentre
  if (points.length < least)
    return inBoth((t, language) => t('fewPoints', { shape: fenceShape.name(shape, language), least, n: points.length }))
  const cross = shape === 'polygon' ? crossing(points) : null
  return cross && inBoth((t) => t('sidesCross', { a: cross[0] + 1, b: cross[1] + 1 }))
}

const scheduleProblem = (periods: readonly SchedulePeriod[]): Text | null => {
  const dayless = periods.findIndex(({ days }) => days.length === 0)
  if (dayless >= 0) return inBoth((t) => t('periodDays', { n: dayless + 1 }))
  const timeless = periods.findIndex((period) => !schedulePeriod.safeParse(period).success)
  return timeless < 0 ? null : inBoth((t) => t('periodTimes', { n: timeless + 1 }))
}

const isEmpty = (value: unknown): boolean => !Array.isArray(value) || value.length === 0
const postProblem = ({ allowUserIds, allowDeptIds }: Draft): Readonly<Record<string, Text>> =>
  isEmpty(allowUserIds) && isEmpty(allowDeptIds) ? { allowUserIds: hazardTexts.table.postNeeded } : {}
const assemblyProblems = ({ minCount, stayLimit, schedule }: Draft): Readonly<Record<string, Text>> => {
  const { assembleCountNeeded, assembleTimeNeeded, assembleHoursNeeded } = hazardTexts.table
  return {
    ...(typeof minCount === 'number' ? {} : { minCount: assembleCountNeeded }),
    ...(typeof stayLimit === 'number' ? {} : { stayLimit: assembleTimeNeeded }),
    ...(isEmpty(schedule) ? { schedule: assembleHoursNeeded } : {}),
  }
}

/** What the type of a fence asks for. */
const limitProblems = (draft: Draft): Readonly<Record<string, Text>> => {
  const { type, maxCount, minCount, stayLimit, stillLimit, gatherCount, speedLimit } = draft
  const { limitNeeded, limitsCross, stayNeeded, stillNeeded, patrolNeeded, gatherNeeded, speedNeeded } = hazardTexts.table
  const isNone = (value: unknown): boolean => typeof value !== 'number'
  if (type === 'headcount' && isNone(maxCount) && isNone(minCount)) return { maxCount: limitNeeded }
  if (type === 'headcount' && Number(minCount ?? 0) > Number(maxCount ?? Number.POSITIVE_INFINITY))
    return { minCount: limitsCross }
  if (type === 'stay' && isNone(stayLimit)) return { stayLimit: stayNeeded }
  if (type === 'speed' && isNone(speedLimit)) return { speedLimit: speedNeeded }
  if (type === 'still' && isNone(stillLimit)) return { stillLimit: stillNeeded }
  if (type === 'patrol' && isNone(stayLimit)) return { stayLimit: patrolNeeded }
  if (type === 'post') return postProblem(draft)
  if (type === 'assembly') return assemblyProblems(draft)
  return type === 'gathering' && isNone(gatherCount) ? { gatherCount: gatherNeeded } : {}
}

/** What is wrong with a fence beyond what each field's schema sees: as the server asks it of the shape. */
export const fenceCheck = (draft: Draft): Readonly<Record<string, Text>> => {
  const shape = shapeIn(draft['points'], draft)
  const points = shape && pointsProblem(shape)
  const schedule = Array.isArray(draft['schedule']) ? scheduleProblem(draft['schedule'] as readonly SchedulePeriod[]) : null
  return {
    ...limitProblems(draft),
    ...(points ? { points } : {}),
    ...(shape?.shape === 'circle' && shape.radius === null ? { radius: hazardTexts.table.radiusNeeded } : {}),
    ...(shape?.shape === 'corridor' && shape.halfWidth === null ? { halfWidth: hazardTexts.table.halfWidthNeeded } : {}),
    ...(schedule ? { schedule } : {}),
  }
}
