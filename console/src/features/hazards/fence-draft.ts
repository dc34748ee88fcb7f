import { hazardCalls } from '@vigil/contract/hazards/calls.ts'
import { fence as fenceSchema, fenceDefaults, type AlarmLevel, type Fence } from '@vigil/contract/hazards/entities.ts'
import type { SentBodyOf } from '@vigil/contract/kernel/call.ts'
import { crossing, pointRange, type Shape } from '../../shared/map/draw/shape.ts'
import type { ScheduleRow } from './schedule.ts'

/** What a form holds besides the shape. Numbers are null while their field is empty. */
export interface FenceFields {
  readonly name: string
  readonly type: Fence['type']
  readonly level: AlarmLevel
  readonly deptId: string | null
  readonly areaId: string | null
  readonly floor: number | null
  readonly deviceTypes: readonly Fence['deviceTypes'][number][]
  readonly allowDeptIds: readonly string[]
  readonly allowUserIds: readonly string[]
  readonly schedule: readonly ScheduleRow[]
  readonly minInside: number | null
  readonly minOutside: number | null
  readonly colour: string
  readonly enable: Fence['enable']
  readonly remark: string
}
export type FenceDraft = FenceFields & Shape
export type FieldName = keyof FenceDraft

type Body = SentBodyOf<typeof hazardCalls.saveBsDangArea>

export const emptyDraft: FenceDraft = {
  name: '',
  type: 'noEntry',
  shape: 'polygon',
  points: [],
  radius: null,
  halfWidth: fenceDefaults.corridorHalfWidth,
  level: 2,
  deptId: null,
  areaId: null,
  floor: null,
  deviceTypes: ['hat', 'badge'],
  allowDeptIds: [],
  allowUserIds: [],
  schedule: [],
  minInside: fenceDefaults.minInside,
  minOutside: fenceDefaults.minOutside,
  colour: '',
  enable: 1,
  remark: '',
}

export const draftOf = (fence: Fence): FenceDraft => ({
  name: fence.name,
  type: fence.type,
  shape: fence.shape,
  points: fence.points,
  radius: fence.radius,
  halfWidth: fence.halfWidth ?? (fence.shape === 'corridor' ? null : fenceDefaults.corridorHalfWidth),
  level: fence.level,
  deptId: fence.deptId,
  areaId: fence.areaId,
  floor: fence.floor,
  deviceTypes: fence.deviceTypes,
  allowDeptIds: fence.allowDeptIds,
  allowUserIds: fence.allowUserIds,
  schedule: fence.schedule,
  minInside: fence.minInside,
  minOutside: fence.minOutside,
  colour: fence.colour,
  enable: fence.enable,
  remark: fence.remark,
})

export const shapeOf = ({ shape, points, radius, halfWidth }: Shape): Shape => ({ shape, points, radius, halfWidth })

/** What the contract stores of a draft: the number of another shape is left behind. */
const fieldsOf = (draft: FenceDraft) => ({
  ...draft,
  name: draft.name.trim(),
  remark: draft.remark.trim(),
  radius: draft.shape === 'circle' ? draft.radius : null,
  halfWidth: draft.shape === 'corridor' ? draft.halfWidth : null,
})

/** The names of the fields in which two drafts differ. */
export const differences = (a: FenceDraft, b: FenceDraft): FieldName[] => {
  const [left, right] = [fieldsOf(a), fieldsOf(b)]
  return fieldNames.filter((name) => JSON.stringify(left[name]) !== JSON.stringify(right[name]))
}
const fieldNames = Object.keys(emptyDraft) as FieldName[]

/** What is wrong with a field, without words. */
export type Problem =
  | { readonly kind: 'needed' }
  | { readonly kind: 'tooLong'; readonly most: number }
  | { readonly kind: 'tooMany'; readonly most: number }
  | { readonly kind: 'outOfRange'; readonly least: number; readonly most: number }
  | { readonly kind: 'wholeNumber' }
  | { readonly kind: 'controlCharacters' }
  | { readonly kind: 'wrongForm' }
  | { readonly kind: 'badCoordinate'; readonly at: number }
  | { readonly kind: 'periodDays'; readonly at: number }
  | { readonly kind: 'periodTimes'; readonly at: number }
  | { readonly kind: 'fewPoints'; readonly least: number; readonly count: number }
  | { readonly kind: 'noCentre' }
  | { readonly kind: 'sidesCross'; readonly sides: readonly [number, number] }
export type Problems = Readonly<Partial<Record<FieldName, Problem>>>

/** Limits of the numbers, for words and fields. */
export const ranges = {
  radius: { least: 1, most: 50_000 },
  halfWidth: { least: 1, most: 5_000 },
  floor: { least: -20, most: 200 },
  minInside: { least: 0, most: 3_600 },
  minOutside: { least: 0, most: 3_600 },
} as const
const isRanged = (name: FieldName): name is keyof typeof ranges => name in ranges
const isField = (name: unknown): name is FieldName => typeof name === 'string' && name in emptyDraft

type Issue = NonNullable<ReturnType<typeof parse>['error']>['issues'][number]
const parse = (draft: FenceDraft) => hazardCalls.saveBsDangArea.body.safeParse(fieldsOf(draft))

const problemOf = (name: FieldName, issue: Issue): Problem => {
  const at = typeof issue.path[1] === 'number' ? issue.path[1] : null
  if (name === 'points' && at !== null) return { kind: 'badCoordinate', at }
  if (name === 'schedule' && at !== null) return { kind: issue.path[2] === 'days' ? 'periodDays' : 'periodTimes', at }
  if (issue.code === 'invalid_type' && 'format' in issue && issue.format === 'safeint') return { kind: 'wholeNumber' }
  if (issue.code === 'invalid_type') return issue.expected === 'int' ? { kind: 'wholeNumber' } : { kind: 'needed' }
  if (isRanged(name)) return { kind: 'outOfRange', ...ranges[name] }
  if (issue.code === 'too_big') {
    const most = Number(issue.maximum)
    return issue.origin === 'string' ? { kind: 'tooLong', most } : { kind: 'tooMany', most }
  }
  if (issue.code !== 'custom') return { kind: 'wrongForm' }
  return issue.message === 'is required' ? { kind: 'needed' } : { kind: 'controlCharacters' }
}

const shapeProblems = ({ shape, points, radius, halfWidth }: Shape): Problems => {
  const { least } = pointRange(shape)
  const cross = shape === 'polygon' ? crossing(points) : null
  return {
    ...(cross ? { points: { kind: 'sidesCross', sides: cross } } : {}),
    ...(points.length < least
      ? { points: shape === 'circle' ? { kind: 'noCentre' } : { kind: 'fewPoints', least, count: points.length } }
      : {}),
    ...(shape === 'circle' && radius === null ? { radius: { kind: 'needed' } } : {}),
    ...(shape === 'corridor' && halfWidth === null ? { halfWidth: { kind: 'needed' } } : {}),
  }
}

/** Everything that keeps a draft from being saved: what the contract asks of each field, then what the server asks of the shape. */
export const problemsOf = (draft: FenceDraft): Problems => {
  const found: Partial<Record<FieldName, Problem>> = { ...shapeProblems(draft) }
  for (const issue of parse(draft).error?.issues ?? []) {
    const name = issue.path[0]
    if (isField(name)) found[name] ??= problemOf(name, issue)
  }
  return found
}

/** The body of the save call, for a draft without problems. */
export const bodyOf = (draft: FenceDraft, base: Pick<Fence, 'id' | 'version'> | null): Body => ({
  ...fieldsOf(draft),
  points: draft.points.map(([lng, lat]) => [lng, lat]),
  deviceTypes: [...draft.deviceTypes],
  allowDeptIds: [...draft.allowDeptIds],
  allowUserIds: [...draft.allowUserIds],
  schedule: draft.schedule.map(({ days, from, to }) => ({ days: [...days], from, to })),
  minInside: draft.minInside ?? fenceDefaults.minInside,
  minOutside: draft.minOutside ?? fenceDefaults.minOutside,
  ...(base ? { id: base.id, version: base.version } : {}),
})

/** The field that a refusal names, e.g. `points.3.0` is the points. */
export const refusedField = (data: unknown): FieldName | null => {
  if (typeof data !== 'object' || data === null || !('field' in data) || typeof data.field !== 'string') return null
  const [name] = data.field.split('.')
  return isField(name) ? name : null
}

/** The record that comes with a conflict. */
export const presentRecord = (data: unknown): Fence | null => fenceSchema.safeParse(data).data ?? null
