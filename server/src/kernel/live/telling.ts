import { lateMessageOf, messageOf, type ToldEvent } from '../event-stream.ts'
import type { z } from 'zod'
import { hears, listenersOf, seersOf } from './audience.ts'
import type { Console, LiveContext } from './context.ts'
import type { presence } from './elsewhere.ts'

/** What is told to whom as it happens, and to whom else where nobody saw it. */

/** Has what is still to be written down of who was told beyond his scope written down. */
export const noteTold = ({ untold, note, log }: LiveContext): void => {
  const some = untold.splice(0)
  if (some.length === 0) return
  note(some).catch((error: unknown) => {
    untold.push(...some)
    log.warn({ err: error }, 'who was told of an alarm beyond his scope is still to be written down')
  })
}

const noteBeyond = (context: LiveContext, told: ToldEvent, audience: readonly Console[]): void => {
  const personIds = audience.flatMap(({ caller }) => (hears(caller, told) ? [] : [caller.userId]))
  if (told.alarmId === null || personIds.length === 0) return
  context.untold.push({ alarmId: told.alarmId, personIds })
  noteTold(context)
}

/** Those who see it here, and servers where somebody does. */
const everySeerOf = (context: LiveContext, told: ToldEvent): (Console | string)[] => [
  ...seersOf(context, told),
  ...context.elsewhere.seers(told.topic, told.deptId),
]

/** Encoded once, sent to all who may see it. An alarm that nobody connected sees goes to all holders of its permission, wherever one sits. */
export const tell = (context: LiveContext, told: ToldEvent): void => {
  const listeners = listenersOf(context, told)
  const seers = told.alarmId === null ? [] : everySeerOf(context, told)
  const beyond = told.alarmId !== null && seers.length === 0
  if (seers.length > 0) context.open.told(told, context.round, seers)
  const audience = listeners.filter(({ caller }) => hears(caller, told) || (beyond && !caller.wall))
  if (beyond) noteBeyond(context, told, audience)
  const bytes = messageOf(told)
  for (const console of audience) console.line.send(bytes, false)
}

/** What was told only to consoles that are gone goes on to the others, unless somebody who sees it came since. */
export const passOn = (context: LiveContext, gone: Console | string): void => passOnAll(context, context.open.without(gone))

/**
 * A server says what it has told, and who hears it: it answers for what one of its consoles sees. What none of them sees any more,
 * though it seemed so when it was told, is passed on.
 */
export const hearPresence = (context: LiveContext, { server, told, seers }: z.output<typeof presence.payload>): void => {
  context.elsewhere.take(server, seers)
  const unheard = context.open.review(server, (event) => {
    if (event.seq > told) return 'open'
    return context.elsewhere.seers(event.topic, event.deptId).includes(server) ? 'heard' : 'unheard'
  })
  passOnAll(context, unheard)
}

const passOnAll = (context: LiveContext, events: readonly ToldEvent[]): void => {
  for (const told of events) {
    const seers = everySeerOf(context, told)
    if (seers.length > 0) {
      context.open.told(told, context.round, seers)
      continue
    }
    const audience = listenersOf(context, told).filter(({ caller }) => !caller.wall && !hears(caller, told))
    noteBeyond(context, told, audience)
    const bytes = lateMessageOf(told)
    for (const console of audience) console.line.send(bytes, false)
  }
}
