import { fromConsole, helloWithin, type Topic } from '@vigil/contract/live/live.ts'
import type { Caller, Identity } from '../caller.ts'
import { createConsoleLine, type ConsoleLine } from '../console-line.ts'
import { scopeKey } from '../scope.ts'
import type { TakeSocket } from '../sockets.ts'
import { grantedOf } from './audience.ts'
import { endSession, forget } from './connected.ts'
import type { Console, LiveContext } from './context.ts'
import { sayPresence } from './presence.ts'
import { sendWhole } from './frames.ts'
import { missedBy, welcome } from './resume.ts'

/** How somebody comes in: from a socket that has said nothing yet to a console that hears everything, and out again. */

/** A socket, and who speaks on it once that is known. */
interface Entrant {
  readonly line: ConsoleLine
  /** Says who it is to those who count strangers. */
  readonly greeted: (who: Identity) => void
  console: Console | null
}

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const consoleOf = (
  { round }: LiveContext,
  line: ConsoleLine,
  token: string,
  caller: Caller,
  asked: readonly Topic[],
): Console => ({
  line,
  token,
  caller,
  scope: scopeKey(caller.scope),
  asked,
  topics: grantedOf(caller, asked),
  behind: false,
  ready: false,
  answered: round,
  stirred: round,
})

/** Nothing in here awaits, so no event falls between what was missed and what comes. */
const enter = (context: LiveContext, console: Console, since: number | null): void => {
  const missed = missedBy(context, console, since)
  context.consoles.add(console)
  welcome(context, console, missed !== null)
  for (const message of missed ?? []) console.line.send(message, false)
  console.ready = true
  sayPresence(context)
  sendWhole(context, console)
}

/** Answers hello: lets in, or turns away. */
const greet = async (context: LiveContext, entrant: Entrant, text: string): Promise<void> => {
  const { line, greeted } = entrant
  const parsed = fromConsole.safeParse(jsonOf(text))
  if (!parsed.success || parsed.data.type !== 'hello') {
    line.close(4000, 'hello expected')
    return
  }
  const { token, topics, since } = parsed.data
  const caller = await context.authenticate(token)
  if (!caller || caller.mustChangePassword) {
    endSession(line)
    return
  }
  greeted(`user:${caller.userId}`)
  if (since !== null) await context.stream.prepare(since)
  if (!line.isOpen()) return
  entrant.console = consoleOf(context, line, token, caller, topics)
  enter(context, entrant.console, since)
}

const answer = ({ now }: LiveContext, console: Console, text: string): void => {
  const { success, data } = fromConsole.safeParse(jsonOf(text))
  if (success && data.type === 'ping') console.line.say({ type: 'pong', at: data.at, serverTime: now() })
}

/** A sign of life: what the console was told before that question it has heard. */
const hear = ({ open }: LiveContext, console: Console, answered: number): void => {
  console.answered = Math.max(console.answered, answered)
  open.answered(console, answered)
}

/** Takes a socket over; it must say hello in time. */
export const accept = (context: LiveContext, ...[socket, , greeted]: Parameters<TakeSocket>): void => {
  const { log, now } = context
  let begun = false
  const hello = (text: string): void => {
    begun = true
    clearTimeout(late)
    greet(context, entrant, text).catch((error: unknown) => {
      log.warn({ err: error }, 'a live connection could not be greeted')
      line.close(1013, 'try again')
    })
  }
  const gone = (): void => {
    clearTimeout(late)
    if (entrant.console) forget(context, entrant.console)
  }
  const line = createConsoleLine(
    socket,
    {
      message: (text) => {
        if (!begun) hello(text)
        else if (entrant.console) answer(context, entrant.console, text)
      },
      answer: (answered) => {
        if (entrant.console) hear(context, entrant.console, answered)
      },
      givenUp: (why) => {
        log.warn({ person: entrant.console?.caller.userId, why }, 'closed a live connection')
        gone()
      },
    },
    now,
  )
  const entrant: Entrant = { line, greeted, console: null }
  const late = setTimeout(() => line.close(4000, 'hello expected'), helloWithin)
  socket.on('error', (error) => log.debug({ err: error }, 'a live connection broke'))
  socket.once('close', gone)
}
