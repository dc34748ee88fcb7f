import type { Ended, NewAlarm } from './raised.store.ts'

/** What a rule decided: a condition that holds from now on, one that is over, or one that began and ended before what is known by now. */
export type AlarmIntent =
  | { readonly kind: 'raise'; readonly alarm: NewAlarm }
  | ({ readonly kind: 'return' } & Ended)
  /** With `joins` it belongs to an alarm that stood by then, or is none. */
  | { readonly kind: 'stayed'; readonly alarm: NewAlarm; readonly end: Date; readonly joins: boolean }
