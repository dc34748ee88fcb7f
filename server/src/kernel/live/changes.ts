import type { Needs } from '@vigil/contract/kernel/call.ts'
import { needsToSee } from '@vigil/contract/kernel/listings.ts'
import type { FromServer } from '@vigil/contract/live/live.ts'
import { may, type Caller } from '../caller.ts'
import type { RecordChange } from '../record-changes.ts'
import { maySee } from '../scope.ts'
import type { Console, LiveContext } from './context.ts'

/** Records that other people save: whoever may see one of them hears that it is another now, and fetches it himself. */

/** Ids of one kind in a message; of more it says only that there are some. */
const idsAtMost = 200

const allows = (caller: Caller, needs: Needs): boolean =>
  typeof needs === 'string' || needs.anyOf.some((permission) => may(caller, permission))
const maySeeSome = (caller: Caller, kind: string): boolean => needsToSee(kind).some((needs) => allows(caller, needs))

/** What a console hears of them: which records are another, as far as it may see them. */
const changesFor = ({ caller }: Console, changes: readonly RecordChange[]): Record<string, string[] | null> => {
  const records: Record<string, string[] | null> = {}
  for (const { kind, id, deptIds } of changes) {
    if (records[kind] === null || !maySeeSome(caller, kind)) continue
    if (deptIds !== null && !deptIds.some((deptId) => maySee(caller.scope, deptId))) continue
    const known = records[kind]
    // Whose it is takes asking: that there is something is all that is said.
    if (deptIds === null || (known?.length ?? 0) >= idsAtMost) records[kind] = null
    else if (!known?.includes(id)) records[kind] = [...(known ?? []), id]
  }
  return records
}

/** Tells what changed since the last time, once for all of it. */
export const sendRecordChanges = (context: LiveContext): void => {
  const changes = context.changed.splice(0)
  if (changes.length === 0) return
  for (const console of context.consoles) {
    if (!console.ready) continue
    const records = changesFor(console, changes)
    if (Object.keys(records).length > 0) console.line.say({ type: 'changed', records } satisfies FromServer)
  }
}
