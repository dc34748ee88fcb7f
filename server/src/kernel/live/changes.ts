import { needsToSee } from '@vigil/contract/kernel/listings.ts'
import type { FromServer } from '@vigil/contract/live/live.ts'
import { mayAsk, type Caller } from '../caller.ts'
import type { RecordChange } from '../record-changes.ts'
import { maySee } from '../scope.ts'
import type { LiveContext } from './context.ts'

/** Records that other people save: whoever may see one of them hears that it is another now, and fetches it himself. */

/** Ids of one kind in a message; of more it says only that there are some. */
const idsAtMost = 200

/** Which of one kind are another, as far as a caller may see them; null for more than are named, undefined for none. */
const idsFor = ({ scope }: Caller, changes: readonly RecordChange[]): string[] | null | undefined => {
  const ids = new Set<string>()
  for (const { id, deptIds } of changes) {
    // Whose it is takes asking: that there is something is all that is said.
    if (deptIds === null) return null
    if (!deptIds.some((deptId) => maySee(scope, deptId))) continue
    ids.add(id)
    if (ids.size > idsAtMost) return null
  }
  return ids.size === 0 ? undefined : [...ids]
}

/** Tells what changed since the last time, once for all of it. */
export const sendRecordChanges = (context: LiveContext): void => {
  const changes = context.changed.splice(0)
  if (changes.length === 0) return
  const kinds = [...Map.groupBy(changes, ({ kind }) => kind)].map(([kind, ofKind]) => ({
    kind,
    needs: needsToSee(kind),
    // Made once for all who see the same.
    byScope: new Map<string, string[] | null | undefined>(),
    ofKind,
  }))
  for (const { ready, caller, scope, line } of context.consoles) {
    if (!ready) continue
    const records: Record<string, string[] | null> = {}
    for (const { kind, needs, byScope, ofKind } of kinds) {
      if (!needs.some((one) => mayAsk(caller, one))) continue
      if (!byScope.has(scope)) byScope.set(scope, idsFor(caller, ofKind))
      const ids = byScope.get(scope)
      if (ids !== undefined) records[kind] = ids
    }
    if (Object.keys(records).length > 0) line.say({ type: 'changed', records } satisfies FromServer)
  }
}
