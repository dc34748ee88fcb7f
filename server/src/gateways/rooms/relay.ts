import { z } from 'zod'
import { callParty } from '@vigil/contract/telephony/entities.ts'
import { fromRoom, toRoom, type FromRoom, type ToRoom } from '@vigil/contract/telephony/rooms.ts'
import { question } from '../../kernel/bus/subject.ts'
import { AnswerLate, NobodyAnswers } from '../../kernel/bus/transport.ts'
import { endFor, sayTo, type RoomsContext } from './context.ts'
import type { Coming, HeldRooms, Place } from './room.ts'

/** What goes between the server that holds a room and the one that has somebody's WebSocket. */

/** Milliseconds in which another server has to take something. */
const within = 3_000

const coming = z.object({
  id: z.string(),
  party: z.object({ kind: callParty.schema, id: z.string(), number: z.string(), name: z.string() }),
  at: z.object({ server: z.string(), connection: z.string() }),
})
/** Asked of the server that holds the room. */
const entering = question('rooms.enter', z.object({ room: z.string(), coming }), z.enum(['entered', 'full', 'tooMany']))
const saying = question('rooms.said', z.object({ room: z.string(), member: z.string(), said: toRoom }), z.null())
/** Asked of the server that has the connection. */
const telling = question('rooms.tell', z.object({ connection: z.string(), said: fromRoom }), z.null())

type Wires = Pick<RoomsContext, 'bus' | 'log' | 'connections'>

/** Another server that is gone is heard of by itself. */
const unlessGone =
  ({ log }: Pick<Wires, 'log'>, what: string) =>
  (error: unknown): void => {
    if (!(error instanceof NobodyAnswers || error instanceof AnswerLate)) log.warn({ err: error }, what)
  }

const tellHere = ({ connections }: Wires, id: string, said: FromRoom): void => {
  const socket = connections.get(id)?.socket
  if (!socket) return
  if (said.tell === 'over') endFor(socket, said.why)
  else sayTo(socket, said)
}
export const tellTo = (wires: Wires, { server, connection }: Place, said: FromRoom): void => {
  if (server === wires.bus.server) return tellHere(wires, connection, said)
  wires.bus.ask(telling, server, { connection, said }, within).catch(unlessGone(wires, 'somebody in a room could not be told'))
}

export const enterAt = ({ bus, held }: Wires & { readonly held: HeldRooms }, server: string, room: string, one: Coming) =>
  server === bus.server ? held.enter(room, one) : bus.ask(entering, server, { room, coming: one }, within)

export const sayAt = (
  wires: Wires & { readonly held: HeldRooms },
  server: string,
  room: string,
  member: string,
  said: Exclude<ToRoom, { say: 'enter' }>,
): void => {
  if (server === wires.bus.server) return wires.held.said(room, member, said)
  wires.bus
    .ask(saying, server, { room, member, said }, within)
    .catch(unlessGone(wires, 'what somebody said in a room could not be passed on'))
}

/** Serves the other servers until what it returns is called. */
export const serveOthers = (context: RoomsContext): (() => void) => {
  const { bus, held } = context
  const ends = [
    bus.answer(entering, bus.server, ({ room, coming: one }) => held.enter(room, one)),
    bus.answer(saying, bus.server, ({ room, member, said }) => {
      if (said.say !== 'enter') held.said(room, member, said)
      return Promise.resolve(null)
    }),
    bus.answer(telling, bus.server, ({ connection, said }) => {
      tellHere(context, connection, said)
      return Promise.resolve(null)
    }),
  ]
  return () => {
    for (const end of ends) end()
  }
}
