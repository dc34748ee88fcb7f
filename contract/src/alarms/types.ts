import { enumeration } from '../kernel/enumeration.ts'
import type { Text } from '../kernel/text.ts'
import type { AlarmLevel } from '../hazards/entities.ts'

const minute = 60_000

/** All that there is to know of a type of alarm: what is not said here, nobody decides by its code. */
interface AlarmTypeKind extends Text {
  readonly code: number
  /** What one is called where no rule of the site names it, if not as its type. */
  readonly title?: Text
  /** Of those whose rule says no other. */
  readonly level: AlarmLevel
  /** The drawing of the console that stands for it. */
  readonly icon: string
  /** What happens and does not last: nothing returns it, and once one is handled the next is another. */
  readonly isMomentary: boolean
  /** `always` is a cry for help: it is heard however late it comes, each time, before others of its level. */
  readonly sounds: 'always' | 'inTime'
  /** Milliseconds within which one that comes again is only counted; after them it is announced anew. */
  readonly mergeWithin: number
  /** It is one of the specification's, which statistics name even where there is none of it. */
  readonly isSpecified: boolean
  /** What is told of one, out of its facts (see `write` in `result.ts`); null for those that nothing raises yet. */
  readonly result: Text | null
  /** Of what a wearer or his helmet raises: the `sos_type` that a helmet pushes. */
  readonly sosType?: string
  /** The word by which a report says it. */
  readonly reportedAs?: string
}

const quiet = { sounds: 'inTime', mergeWithin: 10 * minute } as const
const lasting = { ...quiet, isMomentary: false } as const
const moment = { ...quiet, isMomentary: true } as const
const cry = { ...moment, sounds: 'always' } as const
const planned = { ...lasting, isSpecified: false, result: null } as const

const wearer = { zh: '[{person}（{device}）|{device}]', en: '[{person}|{device}]' } as const
const toldOf = (zh: string, en: string): Text => ({ zh: `${wearer.zh}${zh}`, en: `${wearer.en} ${en}` })

export const alarmTypes = {
  fence: {
    code: 1,
    zh: '电子围栏',
    en: 'Electronic fence',
    level: 2,
    icon: 'fence',
    ...lasting,
    isSpecified: true,
    result: toldOf('{did}“{fence}”[，精度 ±{accuracy.1} m]', 'breached the fence “{fence}”[, ±{accuracy.1} m]'),
  },
  hazard: {
    code: 2,
    zh: '危险源',
    en: 'Hazard source',
    level: 2,
    icon: 'danger',
    ...moment,
    isSpecified: true,
    result: toldOf('听到危险源信标[{place}]', 'heard the beacon of a hazard source[{place}]'),
    sosType: '8',
  },
  speeding: {
    code: 3,
    zh: '车辆超速',
    en: 'Vehicle speeding',
    level: 2,
    icon: 'gauge',
    ...planned,
    isSpecified: true,
  },
  sos: {
    code: 4,
    zh: 'SOS',
    en: 'SOS',
    title: { zh: 'SOS 求救', en: 'SOS' },
    level: 1,
    icon: 'sos',
    ...cry,
    isSpecified: true,
    result: toldOf('发出求救[{place}]', 'pressed SOS[{place}]'),
    sosType: '7',
    reportedAs: 'press',
  },
  silent: {
    code: 5,
    zh: '静默报警',
    en: 'Silent alarm',
    level: 1,
    icon: 'still',
    ...cry,
    isSpecified: true,
    result: toldOf('长时间静止[{place}]', 'has not moved for a long time[{place}]'),
    sosType: '6',
    reportedAs: 'silent',
  },
  overStaffing: { code: 6, zh: '超员', en: 'Over-staffing', level: 2, icon: 'dots', ...planned },
  underStaffing: { code: 7, zh: '缺员', en: 'Under-staffing', level: 3, icon: 'dots', ...planned },
  overstay: { code: 8, zh: '滞留', en: 'Overstay', level: 2, icon: 'dots', ...planned },
  gathering: { code: 9, zh: '聚集', en: 'Gathering', level: 2, icon: 'dots', ...planned },
  offline: { code: 10, zh: '离线', en: 'Offline', level: 3, icon: 'dots', ...planned },
  lowBattery: { code: 11, zh: '低电量', en: 'Low battery', level: 3, icon: 'dots', ...planned },
  helmetOff: {
    code: 12,
    zh: '脱帽',
    en: 'Helmet off',
    level: 2,
    icon: 'dots',
    ...moment,
    isSpecified: false,
    result: toldOf('脱下安全帽[{place}]', 'took the helmet off[{place}]'),
    sosType: '1',
  },
  fall: {
    code: 13,
    zh: '跌落',
    en: 'Fall',
    level: 1,
    icon: 'dots',
    ...moment,
    isSpecified: false,
    result: toldOf('发生跌落[{place}]', 'fell[{place}]'),
    sosType: '4',
  },
} as const satisfies Readonly<Record<string, AlarmTypeKind>>

type AlarmTypes = typeof alarmTypes
type Kind = AlarmTypes[keyof AlarmTypes]
/** What a wearer's own act or his helmet raises. */
export type HelpType = Extract<Kind, { sosType: string }>['code']
type ReportWord = Extract<Kind, { reportedAs: string }>['reportedAs']
type AlarmIcon = Kind['icon']

const kinds: readonly (AlarmTypeKind & { readonly icon: AlarmIcon })[] = Object.values(alarmTypes)
/** Of a code that is none of these, which may come of a later version. */
const other = { ...planned, code: 0, zh: '其他', en: 'Other', level: 3, icon: 'dots' } as const
const byCode = new Map(kinds.map((kind) => [kind.code, kind]))

export const alarmTypeOf = (code: number): AlarmTypeKind & { readonly icon: AlarmIcon } => byCode.get(code) ?? other

export const alarmType = enumeration(
  Object.fromEntries(Object.entries(alarmTypes).map(([name, { code, zh, en }]) => [name, { code, zh, en }])) as {
    readonly [Name in keyof AlarmTypes]: Pick<AlarmTypes[Name], 'code' | 'zh' | 'en'>
  },
  { zh: other.zh, en: other.en },
)

/** What an alarm of this type is called where no rule of the site names it. */
export const titleOf = (code: number): Text => alarmTypeOf(code).title ?? alarmTypeOf(code)
export const isMomentary = (code: number): boolean => alarmTypeOf(code).isMomentary
/** Somebody calls for help, by hand or by not moving any more. */
export const isCry = (code: number): boolean => alarmTypeOf(code).sounds === 'always'

export const momentaryTypes: readonly number[] = kinds.filter(({ isMomentary: is }) => is).map(({ code }) => code)
/** The specification's, in its order. */
export const specifiedTypes: readonly number[] = kinds.filter(({ isSpecified }) => isSpecified).map(({ code }) => code)
/** By the `sos_type` that a helmet pushes; what is not here is only an event. */
export const helpTypes: Readonly<Record<string, HelpType>> = Object.fromEntries(
  kinds.flatMap(({ code, sosType }) => (sosType === undefined ? [] : [[sosType, code as HelpType]])),
)
/** By the word by which a report says it. */
export const reportedTypes = Object.fromEntries(
  kinds.flatMap(({ code, reportedAs }) => (reportedAs === undefined ? [] : [[reportedAs, code]])),
) as { readonly [Word in ReportWord]: Extract<Kind, { reportedAs: Word }>['code'] }
export const reportWords = Object.keys(reportedTypes) as [ReportWord, ...ReportWord[]]
