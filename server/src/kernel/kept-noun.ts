import type { Keeper } from './keeper.ts'
import type { AnyNoun } from './keeping.ts'
import type { OfDepts } from './of-depts.ts'
import { sheetOf, type ExportedNoun, type SheetNoun } from './sheet-noun.ts'

/** A noun that a module keeps, as far as others go by it without knowing the module. */
export interface KeptNoun {
  /** How its records go into sheets and come back from them. */
  readonly sheet: SheetNoun | ExportedNoun
  /** What its records have of departments; null where they name none. */
  readonly ofDepts: OfDepts | null
}

/** Everything follows from how it is kept. */
export const kept = <N extends AnyNoun>(keeper: Keeper<N>): KeptNoun => ({ sheet: sheetOf(keeper), ofDepts: keeper.ofDepts })
