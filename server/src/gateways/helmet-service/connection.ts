import type { WebSocket } from 'ws'
import { codes } from '@vigil/contract/kernel/codes.ts'
import { farewellTo } from '../../kernel/farewell.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { TakeSocket } from '../../kernel/sockets.ts'
import { createInbox, type Inbox } from '../shared/inbox.ts'
import { fromAdministrator, loginAdministrator } from './administrators.ts'
import { endForKey, say, type HelmetContext, type Login, type Peer } from './context.ts'
import { callForHelp, fromHelmet, loginHelmet, reportLocation } from './device-side.ts'
import { isHelp, isLogin, readMessage, type LoginMessage, type Message } from './messages.ts'

/** One connection: who is at its other end, and in which order what he says is carried out. */

const loginWithin = 5_000
/** Messages and logins of somebody who is nobody yet, after which his line is closed. */
const strayedLimit = 6
/** Malformed messages in a row after which the other side is taken for something else than a helmet. */
const malformedLimit = 20
/** Locations of one helmet that are handed on before the first of them is answered. */
const underWayAtMost = 1_000
/** Milliseconds after which a socket that found no room looks again. */
const lookAgainAfter = 100

interface Connection {
  readonly context: HelmetContext
  readonly socket: WebSocket
  readonly ip: string
  readonly greeted: Parameters<TakeSocket>[2]
  peer: Peer
  malformed: number
  strayed: number
  /** Locations that are handed on and not answered. */
  underWay: number
  /** Logins that were read and not looked at yet: who speaks after them is not known. */
  logins: number
  /** The helmet as which it logs in just now, once its key is known to hold for it; other servers are still asked about it. */
  entering: Login | null
  lookingAgain: NodeJS.Timeout | null
  /** Closes a line on which nobody says who he is. */
  late: NodeJS.Timeout
  inbox: Inbox<Message>
}

/** One who says anything but who he is, or that wrongly. */
const stray = (connection: Connection): void => {
  connection.strayed += 1
  if (connection.strayed >= strayedLimit) farewellTo(connection.socket, 4000, 'login expected')
}
const strayIfNobody = (connection: Connection): void => {
  if (connection.peer.role === 'nobody') stray(connection)
}
const closeIfNobody = ({ peer, socket }: Connection): void => {
  if (peer.role === 'nobody') farewellTo(socket, 4000, 'login expected')
}

const leave = ({ context, socket }: Connection, left: Peer): void => {
  if (left.role === 'administrator') context.administrators.delete(socket)
  if (left.role === 'helmet') context.helmets.leave(left.code, socket)
}
const broken =
  ({ context, socket }: Connection) =>
  (error: unknown): void => {
    context.traffic.failed(error)
    if (error instanceof Refusal && error.codeName === 'deviceKeyInvalid') return endForKey(socket)
    // Unacknowledged: the helmet comes back and sends it again.
    context.log.warn({ err: error }, 'a helmet message could not be taken')
    farewellTo(socket, 1013, 'try again')
  }

/** It is known who logs in, as the last of those who are read: what it calls for help is heard now. */
const enter = (connection: Connection, login: Login): void => {
  const { context, socket } = connection
  connection.entering = login
  if (connection.logins !== 1) return
  for (const call of connection.inbox.takeOut(isHelp))
    if (isHelp(call)) callForHelp(context, socket, login, call).catch(broken(connection))
}

/** Whoever it was before, it is who this login makes it. */
const logIn = async (connection: Connection, incoming: LoginMessage): Promise<void> => {
  const { context, socket, ip, peer: before } = connection
  const next =
    incoming.act === 'ca_login'
      ? await loginHelmet(
          context,
          socket,
          { ip, code: incoming.device_id.trim(), key: incoming.key, firmware: incoming.fw_version ?? null },
          (login) => enter(connection, login),
        )
      : await loginAdministrator(context, socket, incoming.access_token ?? incoming.pwd ?? '')
  if (before.role === 'helmet' && (next.role !== 'helmet' || next.code !== before.code)) leave(connection, before)
  if (before.role === 'administrator' && next.role !== 'administrator') leave(connection, before)
  connection.entering = null
  connection.peer = next
  if (next.role !== 'nobody') {
    connection.strayed = 0
    return connection.greeted(next.role === 'helmet' ? `key:${next.keyId}` : `user:${next.userId}`)
  }
  stray(connection)
  if (before.role === 'nobody') return
  clearTimeout(connection.late)
  if (socket.readyState === socket.OPEN) connection.late = setTimeout(closeIfNobody, loginWithin, connection)
}

/** One after the other. */
const take = async (connection: Connection, incoming: Message): Promise<void> => {
  const { context, socket, peer } = connection
  if (isLogin(incoming)) return logIn(connection, incoming).finally(() => (connection.logins -= 1))
  if (peer.role === 'nobody' && peer.stranger && isHelp(incoming)) return callForHelp(context, socket, peer.stranger, incoming)
  const known =
    peer.role === 'helmet'
      ? await fromHelmet(context, socket, peer.code, incoming)
      : peer.role === 'administrator'
        ? await fromAdministrator(context, socket, peer.token, incoming)
        : false
  if (known) return
  say(socket, { cmd: incoming.act, status: false, msg: 'please login in' })
  strayIfNobody(connection)
}

const lookAgain = (connection: Connection): void => {
  connection.lookingAgain ??= setTimeout(() => {
    connection.lookingAgain = null
    connection.inbox.pump()
  }, lookAgainAfter).unref()
}
const carry =
  (connection: Connection) =>
  (incoming: Message): 'now' | 'later' | Promise<void> => {
    const { context, socket, peer } = connection
    const failed = broken(connection)
    if (peer.role !== 'helmet') return take(connection, incoming).catch(failed)
    if (isHelp(incoming)) {
      callForHelp(context, socket, peer, incoming).catch(failed)
      return 'now'
    }
    if (incoming.act !== 'ca_report_location') return take(connection, incoming).catch(failed)
    if (connection.underWay >= underWayAtMost) return 'later'
    if (!context.hasRoom()) {
      lookAgain(connection)
      return 'later'
    }
    connection.underWay += 1
    void reportLocation(context, socket, peer, incoming.location_info)
      .catch(failed)
      .finally(() => {
        connection.underWay -= 1
        connection.inbox.pump()
      })
    return 'now'
  }

/** The helmet that speaks; null while that is not known, or where none does. */
const helmetOf = ({ peer, logins, entering }: Connection): Login | null => {
  if (logins === 0) return peer.role === 'helmet' ? peer : null
  return logins === 1 ? entering : null
}

const receive = (connection: Connection, text: string, bytes: number): void => {
  const { context, socket, peer } = connection
  // What comes after a line was given up is for nobody.
  if (socket.readyState !== socket.OPEN) return
  const incoming = readMessage(text)
  if (!incoming) {
    connection.malformed += 1
    say(socket, { cmd: 'error', status: false, code: codes.invalidInput.code, msg: 'malformed message' })
    if (connection.malformed >= malformedLimit) farewellTo(socket, 1008, 'malformed')
    return
  }
  connection.malformed = 0
  // Of strangers nothing is counted: anybody can be one.
  if (peer.role !== 'nobody') context.traffic.heard(peer.role === 'helmet' ? { code: peer.code, said: incoming.act } : undefined)
  const caller = helmetOf(connection)
  // A call for help waits for nothing that its helmet said before it, but who it is.
  if (caller && isHelp(incoming)) return void callForHelp(context, socket, caller, incoming).catch(broken(connection))
  if (isLogin(incoming)) connection.logins += 1
  connection.inbox.push(incoming, bytes)
}

const open = (context: HelmetContext, ...[socket, request, greeted]: Parameters<TakeSocket>): Connection => {
  const nobody: Peer = { role: 'nobody' }
  const connection: Connection = {
    context,
    socket,
    ip: context.addressOf(request),
    greeted,
    peer: nobody,
    malformed: 0,
    strayed: 0,
    underWay: 0,
    logins: 0,
    entering: null,
    lookingAgain: null,
    late: setTimeout(() => closeIfNobody(connection), loginWithin),
    // A call for help that waits to learn who calls is heard though its line has gone; for that the logins before it are needed.
    inbox: createInbox<Message>(socket, context.unread, {
      carry: (incoming) => carry(connection)(incoming),
      outlives: (incoming) => isHelp(incoming) || isLogin(incoming),
      isUrgent: isHelp,
    }),
  }
  return connection
}

/** Takes a connection over until it ends. */
export const accept =
  (context: HelmetContext): TakeSocket =>
  (...taken) => {
    const [socket] = taken
    const connection = open(context, ...taken)
    const signed = (data: Buffer): void => {
      connection.inbox.noteSign(data.length)
      strayIfNobody(connection)
    }
    socket.on('ping', signed)
    socket.on('pong', signed)
    socket.on('message', (data: Buffer, isBinary: boolean) => {
      connection.inbox.noteRead()
      receive(connection, isBinary ? '' : data.toString(), data.length)
    })
    socket.on('error', (error) => context.log.debug({ err: error }, 'a helmet connection broke'))
    socket.on('close', () => {
      clearTimeout(connection.late)
      connection.inbox.clear()
      leave(connection, connection.peer)
    })
  }
