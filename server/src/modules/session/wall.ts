import { sessionSettings } from '@vigil/contract/session/settings.ts'
import type { Asked } from '../../kernel/caller.ts'
import { TooMany } from '../../kernel/refusal.ts'
import type { Entrance } from './sign-in.ts'

/**
 * A session for a wall display of who asks; its token. As many of them as of others, beyond which the one that was not used for longest
 * ends. So many an hour, since each may end another and stands in the journal; beyond that it throws `TooMany`.
 */
export const openWall = ({ kernel, store, callers }: Entrance, asked: Asked): Promise<string> =>
  kernel.transaction(async (trx, after) => {
    const { userId } = asked.caller
    await store.lockSessionsOf(trx, userId)
    const seconds = await store.wallWaits(trx, userId)
    if (seconds > 0) throw new TooMany(seconds)
    const opened = await callers.open(trx, userId, asked, { wall: true })
    const most = kernel.settings.get(sessionSettings.sessionsPerAccount)
    const ended = await store.endBeyond(trx, userId, most, { wall: true })
    after(() => callers.forgetSessions(ended))
    await kernel.journal.writeAll(trx, asked, [
      { module: 'session', action: 'signIn', object: 'wallSession' },
      ...ended.map((objectId) => ({ module: 'session', action: 'endSession', object: 'wallSession', objectId }) as const),
    ])
    return opened
  })
