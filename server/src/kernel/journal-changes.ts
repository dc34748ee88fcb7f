import { sql } from 'kysely'
import { logObjectsOf } from '@vigil/contract/journal/log-object.ts'
import type { Asked } from './caller.ts'
import { repeated, type Trx } from './db.ts'
import { toldOf } from './listing.ts'
import { deptOf, targetOf } from './references.ts'

export interface Version {
  readonly object: string
  readonly id: string
  readonly version: number
}

export interface LastChange {
  /** As he is called now: null for whom the caller is not told of, and for who is no longer there. */
  readonly by: string | null
  readonly at: Date
}

/**
 * The newest row of a record need not be the one of the version that stands: refusals are told of it too, and what changed it may be told
 * under another name, as an erasure is. So it is the row that left this version behind, of which there is one at most.
 */
export const lastChange = async (trx: Trx, { object, id, version }: Version, { caller }: Asked): Promise<LastChange | null> => {
  const people = targetOf('user')
  const [person, name] = [sql.ref(`${people.table}.id`), sql.ref(`${people.table}.${people.name}`)]
  const { rows } = await repeated(
    trx,
    sql<LastChange>`SELECT ${name} AS by, journal.at
      FROM journal LEFT JOIN ${sql.table(people.table)} ON ${person} = journal.person_id
        AND ${toldOf(caller, person, deptOf(people) ?? sql`NULL`)}
      WHERE journal.object = ANY(${logObjectsOf(object)}::text[]) AND journal.object_id = ${id} AND journal.result = 'success'
        AND journal.after ->> 'version' = ${String(version)}`,
  )
  return rows[0] ?? null
}
