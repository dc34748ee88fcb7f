import { sql, type RawBuilder } from 'kysely'
import type { z } from 'zod'
import type { NamedSetting } from '@vigil/contract/kernel/setting.ts'
import type { Database, Sql, Trx } from './db.ts'
import type { Held } from './held.ts'
import { createTurns } from './turns.ts'

type ValueOf<S extends NamedSetting> = z.output<S['kept']>

/** What a site chose, by the names of the settings. */
type Chosen = Readonly<Record<string, unknown>>

/** The site's settings as of its last save. */
export interface Settings {
  /** What the site chose, or what the contract presets. */
  readonly get: <S extends NamedSetting>(setting: S) => ValueOf<S>
  /** At start, and after a save wherever it was made. */
  readonly load: () => Promise<void>
  readonly held: Held
}

/** What was chosen, as far as this version understands it. */
export const valueIn = <S extends NamedSetting>(chosen: Chosen, { name, kept, preset }: S): ValueOf<S> => {
  const stored = kept.safeParse(chosen[name])
  return (stored.success ? stored.data : preset) as ValueOf<S>
}

/** Everything that is stored, and which save that was. */
export const storedSettings = async (on: Sql | Trx): Promise<{ readonly version: number; readonly chosen: Chosen }> => {
  const { rows } = await sql<{ version: number; chosen: Chosen }>`SELECT version,
    (SELECT coalesce(jsonb_object_agg(name, value), '{}') FROM setting) AS chosen FROM site`.execute(on)
  return rows[0] ?? { version: 0, chosen: {} }
}

/** A setting that is a number, as it is stored when a statement of SQL runs. */
export const chosenNumber = ({ name, preset }: NamedSetting): RawBuilder<number> =>
  sql<number>`coalesce((SELECT value::double precision FROM setting WHERE name = ${name}), ${preset})`

export const createSettings = (db: Database): Settings => {
  let stored: Awaited<ReturnType<typeof storedSettings>> = { version: 0, chosen: {} }
  /** What was asked for since it was read: some are asked for with every device of a list. */
  const known = new Map<string, unknown>()
  // One after the other: a reading that began before a save would otherwise put back what it read before it.
  const inTurn = createTurns()
  const load = (): Promise<void> =>
    inTurn(async () => {
      stored = await storedSettings(db.sql)
      known.clear()
    })
  return {
    get: <S extends NamedSetting>(setting: S) => {
      if (!known.has(setting.name)) known.set(setting.name, valueIn(stored.chosen, setting))
      return known.get(setting.name) as ValueOf<S>
    },
    load,
    held: {
      name: 'settings',
      held: () => String(stored.version),
      stored: async () => {
        const { rows } = await sql<{ version: number }>`SELECT version FROM site`.execute(db.sql)
        return String(rows[0]?.version ?? 0)
      },
      reload: load,
    },
  }
}
