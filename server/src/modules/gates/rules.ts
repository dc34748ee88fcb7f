import { insideMismatch } from '@vigil/contract/gates/inside.ts'
import type { VisitStatus } from '@vigil/contract/gates/visit.ts'
import type { CodeOf } from '@vigil/contract/kernel/enumeration.ts'
import type { Text } from '@vigil/contract/kernel/text.ts'

/** Pure: which step a visit may take, whose time is believed, what of somebody inside does not fit. */

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Milliseconds that a visitor may come before he planned to. */
const earliest = 2 * hour

export type Step = 'approve' | 'refuse' | 'acknowledge' | 'enter' | 'leave'

const from: Readonly<Record<Step, readonly VisitStatus[]>> = {
  approve: ['pending'],
  // An approval is taken back as long as he is not here.
  refuse: ['pending', 'approved'],
  acknowledge: ['pending', 'approved'],
  enter: ['approved'],
  leave: ['inside', 'overstayed'],
}
const cannot: Readonly<Record<Step, Text>> = {
  approve: { zh: '不能审批', en: 'cannot be approved' },
  refuse: { zh: '不能拒绝', en: 'cannot be refused' },
  acknowledge: { zh: '不能登记安全告知', en: 'cannot acknowledge the briefing' },
  enter: { zh: '不能入厂', en: 'cannot enter' },
  leave: { zh: '不能离厂', en: 'cannot leave' },
}
const stands: Readonly<Record<VisitStatus, Text>> = {
  pending: { zh: '尚未审批', en: 'is not approved yet' },
  approved: { zh: '已通过，尚未入厂', en: 'is approved and not inside' },
  refused: { zh: '已拒绝', en: 'was refused' },
  inside: { zh: '在厂', en: 'is inside' },
  left: { zh: '已离厂', en: 'has left' },
  overstayed: { zh: '在厂，超时未离', en: 'is inside and overstayed' },
}
const because = (step: Step, reason: Text): Text => ({
  zh: `${cannot[step].zh}：${reason.zh}`,
  en: `${cannot[step].en}: ${reason.en}`,
})

/** Why a visit at some status does not take a step; null where it does. */
export const mayNotStep = (step: Step, status: VisitStatus): Text | null =>
  from[step].includes(status) ? null : because(step, { zh: stands[status].zh, en: `the visitor ${stands[status].en}` })

/** Milliseconds that a visit is planned ahead, and lasts, at most; and one that a visitor books himself lasts. */
const planned = { ahead: 366 * day, lasts: 366 * day, booked: 31 * day } as const

interface Planned {
  readonly now: number
  readonly planIn: number
  readonly planOut: number
  /** By the visitor himself, whom nobody has asked for how long. */
  readonly isOwn: boolean
}
/** What of the times of a visit makes no sense, and why; null where they do. */
export const mayNotPlan = ({
  now,
  planIn,
  planOut,
  isOwn,
}: Planned): { readonly field: 'planIn' | 'planOut'; readonly reason: Text } | null => {
  if (planOut <= planIn) return { field: 'planOut', reason: { zh: '要晚于预约入厂', en: 'must be after the planned arrival' } }
  if (planIn > now + planned.ahead) return { field: 'planIn', reason: { zh: '最多提前一年', en: 'must be within a year' } }
  const most = isOwn ? planned.booked : planned.lasts
  if (planOut <= planIn + most) return null
  const days = most / day
  return {
    field: 'planOut',
    reason: {
      zh: `距预约入厂不能超过 ${days} 天`,
      en: `must be at most ${days} days after the planned arrival`,
    },
  }
}

interface Arriving {
  readonly now: number
  readonly planIn: number
  readonly planOut: number
  readonly isBriefed: boolean
}
/** Why somebody whose visit is approved is not let in now; null where he is. */
export const mayNotEnter = ({ now, planIn, planOut, isBriefed }: Arriving): Text | null => {
  if (!isBriefed) return because('enter', { zh: '尚未确认安全告知', en: 'the safety briefing has not been acknowledged' })
  if (now < planIn - earliest)
    return because('enter', { zh: '未到预约时间，可提前 2 小时', en: 'it is more than 2 h before the planned arrival' })
  if (now >= planOut) return because('enter', { zh: '预约时间已过', en: 'the planned time is over' })
  return null
}

/** A record of these stays as it is. */
export const isOver = (status: VisitStatus): boolean => status === 'left' || status === 'refused'
export const isHere = (status: VisitStatus): boolean => status === 'inside' || status === 'overstayed'

/** Milliseconds by which a turnstile's clock may be wrong: what it keeps while its line is broken comes some weeks late. */
const believed = { ahead: 5 * minute, behind: 31 * day } as const
/**
 * When somebody passed: as the device says, but never later than it was heard, since a clock that is fast would have him stand as he
 * passed until it is caught up; or when it was heard where its clock cannot be believed, which says nothing of how he stands.
 */
export const passedAt = (told: number, now: number): { readonly at: number; readonly isBelieved: boolean } =>
  Number.isFinite(told) && told <= now + believed.ahead && told >= now - believed.behind
    ? { at: Math.min(told, now), isBelieved: true }
    : { at: now, isBelieved: false }

/** Milliseconds: a tag is not heard at once, nor silent at once; who swipes twice passed once; what did not fit is not shown for ever. */
export const grace = 10 * minute
export const again = 2 * minute
export const oddFor = 12 * hour

/** Milliseconds without a position of a visitor's escort after which nobody knows that he is with him. */
const unlocatedFor = 10 * minute

interface Beside {
  readonly now: number
  /** Metres between both; null where one of them is not known. */
  readonly apart: number | null
  readonly limit: number
  /** When the escort was last located while the visitor was inside, or when the visitor came. */
  readonly locatedAt: number
  /** Whether he counts as unescorted already. */
  readonly wasUnescorted: boolean
}
/** Whether a visitor who is to have an escort is without one. Of an escort who is silent for a moment it stays as it was. */
export const isWithoutEscort = ({ now, apart, limit, locatedAt, wasUnescorted }: Beside): boolean =>
  apart === null ? wasUnescorted || now - locatedAt >= unlocatedFor : apart > limit

interface Standing {
  readonly now: number
  /** 1 in, 2 out; null of one who never passed. */
  readonly direction: number | null
  readonly since: number | null
  readonly odd: string
  /** What somebody said; null where nobody did. */
  readonly corrected: boolean | null
  /** When his tag was last heard, as far as that is not too long ago. */
  readonly tagHeard: number | null
}
interface Judged {
  readonly isInside: boolean
  readonly mismatches: readonly CodeOf<typeof insideMismatch>[]
}
const { noTag, noEntry, twiceIn, outWithoutIn } = insideMismatch.code

/** Whether somebody is inside: as somebody said, else by his last passage, else by his tag that is heard after it. */
export const judge = ({ now, direction, since, odd, corrected, tagHeard }: Standing): Judged => {
  if (corrected !== null) return { isInside: corrected, mismatches: [] }
  if (direction === 1)
    return {
      isInside: true,
      mismatches: [...(tagHeard === null && (since ?? 0) < now - grace ? [noTag] : []), ...(odd === twiceIn ? [twiceIn] : [])],
    }
  const isHeard = tagHeard !== null && (since === null || tagHeard > since + grace)
  if (isHeard) return { isInside: true, mismatches: [noEntry] }
  return { isInside: false, mismatches: odd === outWithoutIn && (since ?? 0) > now - oddFor ? [outWithoutIn] : [] }
}
