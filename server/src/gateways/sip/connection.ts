import { randomUUID } from 'node:crypto'
import { sipProtocol } from '@vigil/contract/telephony/entities.ts'
import { may } from '../../kernel/caller.ts'
import { farewellTo } from '../../kernel/farewell.ts'
import type { TakeSocket } from '../../kernel/sockets.ts'
import { createInbox, type UnreadBudget } from '../shared/inbox.ts'
import { parseSip, type SipMessage, type SipRequest } from '../shared/sip/message.ts'
import { sayAlive, type Line, type SipContext } from './context.ts'
import { serve } from './proxy.ts'
import { register } from './registrar.ts'
import { abandon, endWith, fromLine, refuse, transactionOf } from './transactions.ts'

/** One connection of a client of SIP (RFC 7118): who is at its other end, and in which order what he says is carried out. */

/** Milliseconds in which somebody has to be registered. */
const registeredWithin = 10_000
/** Registrations refused, and what strangers say besides, after which the line is closed. */
const strayedLimit = 6
/** Malformed messages in a row after which the other side is taken for something else. */
const malformedLimit = 10
/** What a client may say in a second, several times what one does in the middle of a call. */
const pace = { messages: 40, bytes: 512 * 1024, within: 1_000 } as const
/** Milliseconds between two looks whether somebody may still be here; of a helmet, which is told of besides, more seldom. */
const lookEvery = { console: 3_000, helmet: 30_000 } as const

/** Whether who is registered there may still be. */
const mayStay = async ({ session, telephony }: SipContext, { who }: Line): Promise<boolean> => {
  if (who === null) return true
  if (who.token === null) return (await telephony.find(who.known.party.number))?.party.id === who.known.party.id
  const caller = await session.authenticate(who.token)
  return caller !== null && may(caller, 'call:place')
}

/** Ends the line of whoever may not be registered any more. */
export const look = async (context: SipContext, line: Line): Promise<void> => {
  try {
    if (!(await mayStay(context, line))) farewellTo(line.socket, 4001, 'session')
  } catch (error) {
    // While the database is away nobody is sent away.
    context.log.debug({ err: error }, 'whether somebody may still be registered is not known')
  }
}

/** Nothing is left under way of what failed here: who asked it may ask again. */
const cannot = (context: SipContext, line: Line, request: SipRequest): void => {
  const begun = transactionOf(context, line, request)
  if (begun) return endWith(context, begun, 503, 'Service Unavailable')
  refuse(line, request, 503, 'Service Unavailable', [['Retry-After', '5']])
}

/** Takes a connection over until it ends. */
export const accept =
  (context: SipContext, unread: UnreadBudget, addressOf: (request: Parameters<TakeSocket>[1]) => string): TakeSocket =>
  (socket, request, greeted) => {
    if (socket.protocol !== sipProtocol) return farewellTo(socket, 1002, 'protocol')
    const line: Line = {
      id: randomUUID(),
      socket,
      ip: addressOf(request),
      who: null,
      asked: { underWay: 0, ringing: 0, minute: 0, placed: 0 },
    }
    const { lines, traffic, telephony, bus, log } = context
    lines.set(line.id, line)
    let [strayed, malformed] = [0, 0]
    let looking: NodeJS.Timeout | null = null
    const late = setTimeout(() => {
      if (line.who === null) farewellTo(socket, 4000, 'registration expected')
    }, registeredWithin)
    const stray = (): void => {
      strayed += 1
      if (strayed >= strayedLimit) farewellTo(socket, 4000, 'registration expected')
    }
    const onEntry = (): void => {
      strayed = 0
      const { who } = line
      if (who === null) return
      greeted(who.known.party.kind === 'user' ? `user:${who.known.party.id}` : `key:sip:${who.known.party.id}`)
      looking ??= setInterval(() => void look(context, line), who.token === null ? lookEvery.helmet : lookEvery.console)
    }
    const carry = async (message: SipMessage): Promise<void> => {
      if (message.kind === 'response') return fromLine(context, line, message)
      if (message.method === 'REGISTER') return register(context, line, message, { onEntry, stray })
      if (line.who !== null) return serve(context, line, line.who, message)
      refuse(line, message, 403, 'Forbidden')
      stray()
    }
    const inbox = createInbox<SipMessage>(socket, unread, {
      carry: (message) =>
        carry(message).catch((error: unknown) => {
          traffic.failed(error)
          log.warn({ err: error }, 'a message of SIP could not be taken')
          if (message.kind === 'request') cannot(context, line, message)
        }),
      pace,
    })
    for (const sign of ['ping', 'pong'] as const) socket.on(sign, (data: Buffer) => inbox.noteSign(data.length))
    socket.on('message', (data: Buffer) => {
      inbox.noteRead()
      // What keeps a line alive (RFC 5626).
      if (/^(?:\r\n)+$/.test(data.subarray(0, 16).toString())) {
        if (data.length === 4) sayAlive(line)
        return
      }
      const message = parseSip(data)
      if (message === null) {
        malformed += 1
        if (malformed >= malformedLimit) farewellTo(socket, 1008, 'malformed')
        return
      }
      malformed = 0
      if (line.who !== null) traffic.heard()
      inbox.push(message, data.length)
    })
    socket.on('error', (error) => log.debug({ err: error }, 'a connection of SIP broke'))
    socket.on('close', () => {
      clearTimeout(late)
      if (looking) clearInterval(looking)
      inbox.clear()
      lines.delete(line.id)
      abandon(context, line)
      if (line.who === null) return
      telephony.bindings
        .drop(bus.server, line.id)
        .catch((error: unknown) => log.warn({ err: error }, 'that somebody is not registered any more could not be written down'))
    })
  }
