import type { GateListState, GatePlate } from '@vigil/contract/gatecontrol/entities.ts'

/** Pure: which plates the site wants on the lists of its gates, and when a device that did not answer is tried again. */

export type List = NonNullable<GatePlate['wanted']>

/** Days of the site, `YYYY-MM-DD`, empty without a beginning or an end. */
export interface Wanted {
  readonly list: List
  readonly from: string
  readonly until: string
}

export interface ListedCar {
  /** In the form in which plates are compared. */
  readonly plate: string
  readonly whiteList: boolean
  readonly validFrom: string
  readonly validTo: string
}

/** A vehicle that is barred is blocked, registered or not; one that is on the site's white list and valid today is allowed until it ends. */
export const wantedOf = (cars: readonly ListedCar[], barred: ReadonlySet<string>, today: string): ReadonlyMap<string, Wanted> => {
  const allowed = cars.filter(
    ({ whiteList, validFrom, validTo }) => whiteList && validFrom <= today && (validTo === '' || today <= validTo),
  )
  return new Map([
    ...allowed.map(({ plate, validFrom, validTo }): [string, Wanted] => [
      plate,
      { list: 'allow', from: validFrom, until: validTo },
    ]),
    ...[...barred].map((plate): [string, Wanted] => [plate, { list: 'block', from: '', until: '' }]),
  ])
}

const minute = 60_000
const longestPause = 15 * minute
/** Many devices lock an account that shows a wrong password again and again. */
const afterWrongPassword = 60 * minute

/** ms until a device is tried again that so many tries in a row found not answering. */
export const pauseAfter = (failures: number, isLoginRefused: boolean): number =>
  isLoginRefused ? afterWrongPassword : Math.min(longestPause, minute * 2 ** Math.min(failures - 1, 10))

/** ms until a plate is tried again that the device would not have. */
export const pauseOfPlate = 10 * minute

/** ms after which what a device once confirmed is looked at again: it may have been reset, or changed by hand. */
export const looksAgainAfter = 24 * 60 * minute

export type ListOutcome = NonNullable<GateListState['outcome']>
