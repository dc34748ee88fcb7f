import { permissionNames } from '@vigil/contract/menu/product-permissions.ts'
import { may, type Asked } from './caller.ts'
import type { Loose, Reading } from './keeping.ts'
import type { KeptTable } from './kept-table.ts'
import { mask } from './mask.ts'
import { Refusal } from './refusal.ts'

/** How a row of a noun is shown to whom. */

const masked = ({ secrets }: KeptTable, { caller }: Asked): readonly string[] => (may(caller, 'private:view') ? [] : secrets)
const left = ({ notOnWalls }: KeptTable, { caller }: Asked): readonly string[] => (caller.wall ? notOnWalls : [])

/** What is masked for the caller, or not told; it is neither searched nor sorted by nor asked for either, since that would tell it. */
export const hiddenFrom = (table: KeptTable, asked: Asked): readonly string[] => [...masked(table, asked), ...left(table, asked)]

export const requireOpen = (table: KeptTable, name: string, field: string, asked: Asked): void => {
  if (hiddenFrom(table, asked).includes(name))
    throw new Refusal('forbidden', { needs: permissionNames(['private:view']) }, { field })
}

export const asStored = ({ times }: KeptTable, { clock }: Reading, stored: Loose): Record<string, unknown> => ({
  ...stored,
  ...Object.fromEntries(times.map((name) => [name, clock.toWireOrNull(stored[name] as Date | null)])),
})

export const rowFor =
  <Row>(table: KeptTable, reading: Reading, asked: Asked) =>
  (stored: Loose): Row => {
    const row = asStored(table, reading, stored)
    for (const name of masked(table, asked)) row[name] = mask(String(stored[name]))
    for (const name of left(table, asked)) row[name] = table.kinds.get(name)?.kept.safeParse(null).success ? null : ''
    return row as Row
  }
