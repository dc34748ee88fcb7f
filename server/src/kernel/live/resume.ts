import { givenUpFrom } from '../console-line.ts'
import { messagesOf, type ToldEvent } from '../event-stream.ts'
import { hears, toldBeyond, wants } from './audience.ts'
import type { Console, LiveContext } from './context.ts'

/** What somebody missed who was away, and what everybody is told when that cannot be said. */

/** Bytes of missed events in all: with more to read than this, fetching the lists is quicker. */
const mostMissed = givenUpFrom / 2

const bytesIn = (messages: readonly Buffer[]): number => messages.reduce((sum, { length }) => sum + length, 0)

const messagesFor = ({ storm }: LiveContext, console: Console, missed: readonly ToldEvent[]): readonly Buffer[] => {
  const mine = missed.some((event) => toldBeyond(console.caller, event)) ? console.caller.userId : ''
  const key = [missed[0]?.seq, missed.at(-1)?.seq, console.scope, [...console.topics].sort(), mine].join(' ')
  const known = storm.get(key)
  if (known) return known
  const messages = messagesOf(missed.filter((event) => wants(console, event.topic) && hears(console.caller, event)))
  storm.set(key, messages)
  return messages
}

/** What a console missed that saw the stream up to `since`; null when it has to fetch its lists. */
export const missedBy = (context: LiveContext, console: Console, since: number | null): readonly Buffer[] | null => {
  const missed = since === null ? null : context.stream.missedSince(since)
  const messages = missed && messagesFor(context, console, missed)
  return messages !== null && bytesIn(messages) <= mostMissed ? messages : null
}

export const welcome = ({ stream, now }: LiveContext, console: Console, resumed: boolean): void =>
  console.line.say({ type: 'welcome', serverTime: now(), seq: stream.told(), resumed, topics: [...console.topics] })

/** It fetches its lists, and gets anew where everything is. */
export const beginAnew = (context: LiveContext, console: Console): void => {
  welcome(context, console, false)
  console.behind = true
}

/** The stream went on from elsewhere: everybody fetches his lists. */
export const startAnew = (context: LiveContext): void => {
  context.log.warn({ seq: context.stream.told() }, 'the event stream started anew: every console fetches its lists')
  context.storm.clear()
  context.open.clear()
  for (const console of context.consoles) beginAnew(context, console)
}
