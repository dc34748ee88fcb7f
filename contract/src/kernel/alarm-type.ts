import type { Text } from './text.ts'

/** Of facts that are one of a few: what each is in a sentence, with more facts in it. */
export type FactWords = Readonly<Record<string, Readonly<Record<string, Text>>>>

/** All that there is to know of a type of alarm: what is not said here, nobody decides by its code. */
export interface AlarmTypeKind extends Text {
  /** No two types of the product share one. */
  readonly code: number
  /** What one is called where no rule of the site names it, if not as its type. */
  readonly title?: Text
  /** Of those whose rule says no other. */
  readonly level: 1 | 2 | 3
  /** The drawing of the console that stands for it. */
  readonly icon: string
  /** What happens and does not last: only a rule that knows of its end returns it, and once one is handled the next is another. */
  readonly isMomentary: boolean
  /** `always` is a cry for help: it is heard however late it comes, each time, before others of its level. */
  readonly sounds: 'always' | 'inTime'
  /** Milliseconds within which one that comes again is only counted; after them it is announced anew. */
  readonly mergeWithin: number
  /** It is one of the specification's, which statistics name even where there is none of it. */
  readonly isSpecified: boolean
  /** What is told of one, out of its facts (see `write` in `alarms/result.ts`); null for those that nothing raises yet. */
  readonly result: Text | null
  /** Of the facts in it that are one of a few. */
  readonly words?: FactWords
  /** A site raises none until it chooses where: it is told of what goes on all day where nobody has set it up. */
  readonly isOffAtFirst?: true
  /** Of what a wearer or his helmet raises: the `sos_type` that a helmet pushes. */
  readonly sosType?: string
  /** The word by which a report says it. */
  readonly reportedAs?: string
}
export type AlarmTypeKinds = Readonly<Record<string, AlarmTypeKind>>

const quiet = { sounds: 'inTime', mergeWithin: 10 * 60_000 } as const
export const lasting = { ...quiet, isMomentary: false } as const
export const moment = { ...quiet, isMomentary: true } as const
export const cry = { ...moment, sounds: 'always' } as const
export const planned = { ...lasting, isSpecified: false, result: null } as const

const wearer = { zh: '[{person}（{device}）|{device}]', en: '[{person}|{device}]' } as const
export const toldOf = (zh: string, en: string): Text => ({ zh: `${wearer.zh}${zh}`, en: `${wearer.en} ${en}` })
/** How `{place}` says where somebody is who raised an alarm. */
export const placeWords = {
  place: {
    in: { zh: '，位于{area}', en: ', in {area}' },
    lastIn: { zh: '，本次无定位，最后位于{area}', en: ', no position, last seen in {area}' },
    last: { zh: '，本次无定位，显示最后位置', en: ', no position, shown at its last position' },
    none: { zh: '，无定位', en: ', no position' },
  },
} as const satisfies FactWords
