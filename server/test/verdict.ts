import { journalCalls } from '@vigil/contract/journal/calls.ts'
import type { LogWalk } from '@vigil/contract/journal/entities.ts'
import type { Client } from '@vigil/contract/kernel/client.ts'

/** What a walk along the whole journal finds, however long it takes. */
export const verdictOn = async (client: Client): Promise<NonNullable<LogWalk['verdict']>> => {
  let walk = await client.ask(journalCalls.verifySysLog, {})
  while (walk.verdict === null) walk = await client.ask(journalCalls.verifySysLog, { walk: walk.id })
  return walk.verdict
}
