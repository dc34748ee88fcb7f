import { randomUUID } from 'node:crypto'
import { readToRoom, type ToRoom } from '@vigil/contract/telephony/rooms.ts'
import { AnswerLate, NobodyAnswers } from '../../kernel/bus/transport.ts'
import { may, type Identity } from '../../kernel/caller.ts'
import { farewellTo } from '../../kernel/farewell.ts'
import type { TakeSocket } from '../../kernel/sockets.ts'
import { createInbox, type UnreadBudget } from '../shared/inbox.ts'
import { endFor, type Comer, type Connection, type Credential, type RoomsContext } from './context.ts'
import { enterAt, sayAt } from './relay.ts'

/** One WebSocket at `/rooms`: who is at its other end, into which room he goes, and what he says there. */

/** Milliseconds in which somebody has to say where he comes. */
const enteredWithin = 10_000
/** Messages that cannot be read, after which the other side is taken for something else. */
const malformedLimit = 5
/** What somebody may say in a second: eight answers at once are the most that a room asks for. */
const pace = { messages: 30, bytes: 512 * 1024, within: 1_000 } as const
/** Milliseconds between two looks whether somebody may still be here. */
const lookEvery = 3_000
/** How often somebody may come to rooms within a minute. */
const comingsAtMost = 20

type Enter = Extract<ToRoom, { say: 'enter' }>

/** By what somebody comes; null where he shows nothing that holds. */
const credentialOf = async ({ session, keys }: RoomsContext, ip: string, enter: Enter): Promise<Credential | null> => {
  if (enter.ticket !== undefined) {
    const token = await session.redeemTicket(enter.ticket)
    return token === null ? null : { kind: 'user', token }
  }
  const { code, key } = enter
  if (code === undefined || key === undefined) return null
  const keyId = keys.find(key)
  if (keyId === null) {
    keys.noteWrong(ip, code)
    return null
  }
  return keys.holds(keyId, 'hat', code) ? { kind: 'hat', code, keyId } : null
}
/** Who that is now; null for who may be in no room any more. */
const comerOf = async ({ session, keys }: RoomsContext, by: Credential): Promise<Comer | null> => {
  if (by.kind === 'hat') return keys.holds(by.keyId, 'hat', by.code) ? by : null
  const caller = await session.authenticate(by.token)
  return caller && may(caller, 'call:place') ? { kind: 'user', caller } : null
}

/** Whether somebody came too often within the last minute; counts that he came. */
const isTooOften = ({ comings, now }: RoomsContext, who: string): boolean => {
  const since = now() - 60_000
  for (const [known, times] of comings) if ((times.at(-1) ?? 0) < since) comings.delete(known)
  const lately = (comings.get(who) ?? []).filter((time) => time >= since)
  if (lately.length >= comingsAtMost) return true
  comings.set(who, [...lately, now()])
  return false
}

const enter = async (
  context: RoomsContext,
  connection: Connection,
  said: Enter,
  greeted: Parameters<TakeSocket>[2],
): Promise<void> => {
  const { socket } = connection
  const by = await credentialOf(context, connection.ip, said)
  const comer = by && (await comerOf(context, by))
  if (!by || !comer) return endFor(socket, 'refused')
  const who: Identity = comer.kind === 'user' ? `user:${comer.caller.userId}` : `key:room:${comer.code}`
  greeted(who)
  if (isTooOften(context, who)) return endFor(socket, 'tooMany')
  const found = await context.calls.find(said.roomId, said.deviceId, comer)
  const server = found && (await context.calls.claim(found.room.id, context.bus.server))
  // Who went meanwhile is nobody's.
  if (socket.readyState !== socket.OPEN) return
  if (!found || !server) return endFor(socket, 'refused')
  const memberId = randomUUID()
  // Told of what is said to it from here on.
  connection.stay = { id: found.room.id, roomId: said.roomId, deviceId: said.deviceId, server, memberId, by }
  const at = { server: context.bus.server, connection: connection.id }
  try {
    const outcome = await enterAt(context, server, found.room.id, { id: memberId, party: found.party, at })
    if (outcome === 'entered') {
      // It closed before the room knew of it.
      if (socket.readyState !== socket.OPEN) sayAt(context, server, found.room.id, memberId, { say: 'leave' })
      return
    }
    connection.stay = null
    endFor(socket, outcome)
  } catch (error) {
    if (!(error instanceof NobodyAnswers || error instanceof AnswerLate)) throw error
    connection.stay = null
    endFor(socket, 'lost')
  }
}

/** Sends away whoever may not be in his room any more. */
const look = async (context: RoomsContext, { socket, stay }: Connection): Promise<void> => {
  if (!stay) return
  try {
    const comer = await comerOf(context, stay.by)
    if (!comer || !(await context.calls.find(stay.roomId, stay.deviceId, comer))) endFor(socket, 'refused')
  } catch (error) {
    // While the database is away nobody is sent away.
    context.log.debug({ err: error }, 'whether somebody may still be in a room is not known')
  }
}

/** Takes a connection over until it ends. */
export const accept =
  (context: RoomsContext, unread: UnreadBudget, addressOf: (request: Parameters<TakeSocket>[1]) => string): TakeSocket =>
  (socket, request, greeted) => {
    const connection: Connection = { id: randomUUID(), socket, ip: addressOf(request), stay: null }
    const { connections, traffic, log } = context
    connections.set(connection.id, connection)
    let [malformed, hasAsked] = [0, false]
    const late = setTimeout(() => {
      if (!hasAsked) farewellTo(socket, 4000, 'room expected')
    }, enteredWithin)
    const looking = setInterval(() => void look(context, connection), lookEvery)
    const carry = async (said: ToRoom): Promise<void> => {
      const { stay } = connection
      if (said.say === 'enter') {
        if (hasAsked) return farewellTo(socket, 1008, 'entered already')
        hasAsked = true
        return enter(context, connection, said, greeted)
      }
      if (!stay) return farewellTo(socket, 4000, 'room expected')
      traffic.heard()
      sayAt(context, stay.server, stay.id, stay.memberId, said)
      if (said.say === 'leave') farewellTo(socket, 1000, 'left')
    }
    const inbox = createInbox<ToRoom>(socket, unread, {
      carry: (said) =>
        carry(said).catch((error: unknown) => {
          traffic.failed(error)
          log.warn({ err: error }, 'a message of a room could not be taken')
          endFor(socket, 'lost')
        }),
      pace,
    })
    for (const sign of ['ping', 'pong'] as const) socket.on(sign, (data: Buffer) => inbox.noteSign(data.length))
    socket.on('message', (data: Buffer) => {
      inbox.noteRead()
      const said = readToRoom(data.toString())
      if (said) return inbox.push(said, data.length)
      malformed += 1
      if (malformed >= malformedLimit) farewellTo(socket, 1008, 'malformed')
    })
    socket.on('error', (error) => log.debug({ err: error }, 'a connection of a room broke'))
    socket.on('close', () => {
      clearTimeout(late)
      clearInterval(looking)
      inbox.clear()
      connections.delete(connection.id)
      const { stay } = connection
      if (stay) sayAt(context, stay.server, stay.id, stay.memberId, { say: 'leave' })
    })
  }
