import { alarmCondition, handlingStatus, type Alarm } from '@vigil/contract/alarms/entities.ts'
import { causeOf, isGrouped } from '@vigil/contract/alarms/flood.ts'
import type { AlarmLevel } from '@vigil/contract/hazards/entities.ts'

/** Milliseconds between two soundings of a level one that nobody has confirmed. */
export const repeatEvery = 5_000
/** Milliseconds that one sounding lasts; what comes meanwhile and is not more urgent is heard with it. */
const oneSounding = 1_600
/** Milliseconds of 静音. */
export const muteTime = 120_000

export interface Sounded {
  readonly level: AlarmLevel
  readonly at: number
}

/** A level one that goes on and that nobody has taken up. Returned ones wait in silence, late ones never sound. */
export const calls = ({ alarmLevel, status, condition, quiet, shelvedUntil }: Alarm): boolean =>
  shelvedUntil === null &&
  alarmLevel === 1 &&
  status === handlingStatus.code.unhandled &&
  condition === alarmCondition.code.active &&
  !quiet

interface Hearing {
  /** Announced and not heard yet. */
  readonly unheard: readonly Alarm[]
  /** Whether a level one calls (see `calls`). */
  readonly calling: boolean
  /** Until when the operator wants silence. */
  readonly mutedUntil: number
  readonly last: Sounded | null
  readonly now: number
}

/** The level to sound now, null for none. Many alarms at once sound once, as the worst of them. */
export const decideSound = ({ unheard, calling, mutedUntil, last, now }: Hearing): AlarmLevel | null => {
  if (now < mutedUntil) return null
  const heard = unheard.filter(({ quiet }) => !quiet).map(({ alarmLevel }) => alarmLevel)
  const sounding = last && now - last.at < oneSounding ? last.level : null
  if (heard.length > 0) {
    const worst = Math.min(...heard) as AlarmLevel
    return sounding !== null && sounding <= worst ? null : worst
  }
  return calling && (last?.level !== 1 || now - last.at >= repeatEvery) && sounding === null ? 1 : null
}

/** Silence is for what was heard: a new level one ends it. */
export const staysMuted = (mutedUntil: number, unheard: readonly Alarm[]): number =>
  unheard.some(({ alarmLevel, quiet }) => alarmLevel === 1 && !quiet) ? 0 : mutedUntil

/** What of a flood was heard: when it began, and the causes that sound no more while it lasts. */
export interface FloodHeard {
  readonly since: string
  readonly causes: ReadonlySet<string>
}

interface FloodHearing {
  /** When the flood began; null while there is none. */
  readonly since: string | null
  readonly heard: FloodHeard | null
  /** What stands: not put aside. */
  readonly standing: readonly Alarm[]
  readonly unheard: readonly Alarm[]
  /** It went on, or was given, to who sits here. */
  readonly calls: (alarm: Alarm) => boolean
}
/** What of the unheard sounds, and what was heard by then: of a flood the first of each cause, and whatever no group may hold. */
export const soundsOf = ({
  since,
  heard,
  standing,
  unheard,
  calls: isCalled,
}: FloodHearing): { readonly sounding: readonly Alarm[]; readonly heard: FloodHeard | null } => {
  if (since === null) return { sounding: unheard, heard: null }
  const isNews = ({ id }: Alarm): boolean => unheard.some((alarm) => alarm.id === id)
  const before = heard?.since === since ? heard.causes : new Set<string>()
  const causes = new Set([...before, ...standing.filter((alarm) => isGrouped(alarm) && !isNews(alarm)).map(causeOf)])
  const sounding = unheard.filter((alarm) => {
    if (!isGrouped(alarm) || isCalled(alarm)) return true
    const isFirst = !causes.has(causeOf(alarm))
    if (!alarm.quiet) causes.add(causeOf(alarm))
    return isFirst
  })
  return { sounding, heard: { since, causes } }
}
