import { handlingStatus } from '@vigil/contract/alarms/entities.ts'
import { stopKind } from '@vigil/contract/traffic/entities.ts'
import type { TrafficStop } from './records.ts'

/** Records that are remembered as shown; older ones are handled or were seen long ago. */
export const mostShown = 500

/** Which speeding records still have to be shown to the operator. */
export interface Popping {
  /** Ids of those that were shown at this console, the latest last. */
  readonly shown: readonly string[]
  /** The first that came is the first that is shown. */
  readonly waiting: readonly TrafficStop[]
}

export const nothingToShow: Popping = { shown: [], waiting: [] }

const isOpen = ({ status, kind }: TrafficStop): boolean =>
  status !== handlingStatus.code.handled && kind === stopKind.code.speeding
const without = (waiting: Popping['waiting'], id: string): Popping['waiting'] =>
  waiting.some((one) => one.id === id) ? waiting.filter((one) => one.id !== id) : waiting

/** A record was found, by the check or by the live link: each waits once, and none that was shown or is handled. */
export const withFound = (popping: Popping, record: TrafficStop): Popping =>
  !isOpen(record) || popping.shown.includes(record.id) || popping.waiting.some(({ id }) => id === record.id)
    ? popping
    : { ...popping, waiting: [...popping.waiting, record] }

/** A record became another one: one that is handled is shown no more. */
export const withChanged = (popping: Popping, record: TrafficStop): Popping => {
  const at = popping.waiting.findIndex(({ id }) => id === record.id)
  if (at < 0) return popping
  return { ...popping, waiting: isOpen(record) ? popping.waiting.with(at, record) : without(popping.waiting, record.id) }
}

/** It is shown, or was opened by the operator himself. */
export const withShown = (popping: Popping, id: string): Popping => ({
  shown: popping.shown.includes(id) ? popping.shown : [...popping.shown, id].slice(-mostShown),
  waiting: without(popping.waiting, id),
})

/**
 * Whether the alarms of a screen tell of a record already. `alarms` is null before they are known: as long as they may come a record that has an
 * alarm waits for them.
 */
export const isToldInBar = (
  { alarmId }: Pick<TrafficStop, 'alarmId'>,
  alarms: readonly { readonly id: string }[] | null,
  mayCome: boolean,
): boolean => alarmId !== '' && (alarms === null ? mayCome : alarms.some(({ id }) => id === alarmId))
