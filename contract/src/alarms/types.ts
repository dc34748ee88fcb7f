import { declaredAlarmTypes } from '../collected/alarm-types.ts'
import { planned, type AlarmTypeKind } from '../kernel/alarm-type.ts'
import { joined } from '../kernel/domain.ts'
import { enumeration } from '../kernel/enumeration.ts'
import type { Text } from '../kernel/text.ts'

const inOrderOfCodes = <T extends Readonly<Record<string, AlarmTypeKind>>>(types: T): T => {
  const entries = Object.entries(types).toSorted(([, one], [, other]) => one.code - other.code)
  for (const [at, [name, { code }]] of entries.entries()) {
    const [next, kind] = entries[at + 1] ?? []
    if (kind?.code === code) throw new Error(`the alarm types ${name} and ${next} share the code ${code}`)
  }
  return Object.fromEntries(entries) as T
}
/** Every type of alarm of the product, by the domains that raise them. */
export const alarmTypes = inOrderOfCodes(joined(declaredAlarmTypes))

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
/** By the same word, the `sos_type` by which a helmet pushes it. */
export const pushedTypes = Object.fromEntries(
  kinds.flatMap(({ sosType, reportedAs }) => (reportedAs === undefined ? [] : [[reportedAs, sosType]])),
) as { readonly [Word in ReportWord]: Extract<Kind, { reportedAs: Word }>['sosType'] }
export const reportWords = Object.keys(reportedTypes) as [ReportWord, ...ReportWord[]]
/** Likewise the cries for help. */
export const cryTypes: readonly number[] = kinds.filter(({ sounds }) => sounds === 'always').map(({ code }) => code)
