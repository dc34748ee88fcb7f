import { codes } from '@vigil/contract/kernel/codes.ts'
import type { Caller } from '../caller.ts'
import type { ConsoleLine } from '../console-line.ts'
import { NotReady } from '../refusal.ts'
import { scopeKey } from '../scope.ts'
import { grantedOf, lives, seesPrivate, wants } from './audience.ts'
import type { Console, LiveContext } from './context.ts'
import { sendNothing } from './frames.ts'
import { sayPresence } from './presence.ts'
import { beginAnew } from './resume.ts'
import { passOn } from './telling.ts'

/** Who is connected: whether they are still there, and still who they were. */

/** Questions without an answer after which a console is given up. */
const goneAfter = 5

export const forget = (context: LiveContext, console: Console): void => {
  if (!context.consoles.delete(console)) return
  sayPresence(context)
  passOn(context, console)
}

/** Turns away who has no session that counts. */
export const endSession = (line: ConsoleLine): void => {
  line.say({ type: 'ended', code: codes.sessionInvalid.code, msg: codes.sessionInvalid.zh })
  line.close(4001, 'session')
}

/** Takes over what somebody may by now. Who sees another part than before begins anew, or would miss for good what was granted. */
const takeOver = (context: LiveContext, console: Console, caller: Caller): void => {
  const scope = scopeKey(caller.scope)
  const topics = grantedOf(caller, console.asked)
  const other =
    scope !== console.scope ||
    [...topics].join() !== [...console.topics].join() ||
    seesPrivate(caller) !== seesPrivate(console.caller)
  const sawPlaces = wants(console, 'positions')
  console.caller = caller
  console.scope = scope
  console.topics = topics
  if (!other) return
  if (sawPlaces && !wants(console, 'positions')) sendNothing(console)
  beginAnew(context, console)
}

const recheck = async (context: LiveContext, console: Console): Promise<void> => {
  const caller = await context.authenticate(console.token).catch((error: unknown) => {
    // While the database is away nobody can be asked; the session stands until it can.
    if (error instanceof NotReady) return console.caller
    throw error
  })
  if (!context.consoles.has(console)) return
  if (!caller || caller.mustChangePassword) {
    endSession(console.line)
    forget(context, console)
    return
  }
  if (caller !== console.caller) {
    takeOver(context, console, caller)
    sayPresence(context)
  }
}
export const recheckAll = (context: LiveContext): void => {
  for (const console of context.consoles) {
    recheck(context, console).catch((error: unknown) => context.log.error({ err: error }, 'a live session could not be checked'))
  }
}

/** Counted in questions, not by the clock: while this process stands still nobody is late. */
export const askAll = (context: LiveContext): void => {
  context.round += 1
  const { round, consoles } = context
  for (const console of consoles) {
    if (console.line.tookSome()) console.stirred = round
    if (round - Math.max(console.answered, console.stirred) > goneAfter) console.line.giveUp()
    else console.line.ask(round)
    if (!lives(context, console)) passOn(context, console)
  }
}
