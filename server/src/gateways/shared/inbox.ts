import { createPace, createTurn, createValve, type Holdable, type Most } from './valve.ts'

/** Bytes that one socket, and all of them, may have read and not carried out; when they are full, one may have so few. */
const bounds = { socket: 4 * 1024 * 1024, all: 64 * 1024 * 1024, socketWhenFull: 64 * 1024 } as const

/** Messages of one socket that are carried out after it has gone. */
const outlivingAtMost = 16
/** What one socket may have carried out in a second, several times what the busiest device says; the rest waits, and its sender with it. */
export const usualPace: Most = { messages: 1_000, bytes: 4 * 1024 * 1024, within: 1_000 }
/** Questions of the protocol whether anybody is there, in a second: each is answered, and asks for nothing else. */
const signsAtMost: Most = { messages: 100, bytes: 64 * 1024, within: 1_000 }
/** Messages already carried out that may stand before those that wait, until they are cleared away. */
const clearedFrom = 1_024

/** Bytes read and not carried out yet, of all sockets of one kind. */
export interface UnreadBudget {
  used: number
}

interface Item<Message> {
  readonly message: Message
  readonly bytes: number
}

export interface Inbox<Message> {
  /** Something was read, whatever it is: of too much at once the rest is read when others have had their turn. */
  readonly noteRead: () => void
  /** Likewise a mere sign of life. */
  readonly noteSign: (bytes: number) => void
  readonly push: (message: Message, bytes: number) => void
  /** Takes out what waits no longer for what is before it; what comes after one that `ends` is not looked at. */
  readonly takeOut: (which: (message: Message) => boolean | 'ends') => Message[]
  /** Looks again whether something can go on. */
  readonly pump: () => void
  /** The socket is gone: of what it left only that is carried out still which `outlives` it. */
  readonly clear: () => void
}

export interface InboxRules<Message> {
  /** Begins one message, unless it answers `later`; a promise that it answers with holds up those after it, `now` does not. */
  readonly carry: (message: Message) => 'now' | 'later' | Promise<void>
  /** Tells of messages that are carried out though their socket has gone, so many of them and in their turn. */
  readonly outlives?: (message: Message) => boolean
  /** Tells of messages that wait for no pace, nor does what is before them. */
  readonly isUrgent?: (message: Message) => boolean
  readonly pace?: Most
}

/**
 * What a socket said and is yet to be carried out. It is read ahead, so that a call for help behind a long backlog is seen at
 * once, but only so far: then the socket is paused, and its sender keeps the rest. What is carried out gives everybody else their
 * turn every few messages, and goes by a pace: whoever says more than any device has to say waits for himself alone.
 */
export const createInbox = <Message>(
  socket: Holdable,
  budget: UnreadBudget,
  { carry, outlives = () => false, isUrgent = () => false, pace: most = usualPace }: InboxRules<Message>,
): Inbox<Message> => {
  /** What waits begins at `first`: to take the first of many out of an array moves all others. */
  let queue: (Item<Message> | null)[] = []
  let first = 0
  let unread = 0
  let urgent = 0
  let busy = false
  let closed = false
  const valve = createValve(socket)
  const reading = createTurn(() => valve.free('turn'))
  const signs = createPace(signsAtMost, () => valve.free('signs'))
  // Declared below, since it goes on with what these have held up.
  const turn = createTurn(() => pump())
  const pace = createPace(most, () => pump())

  const limit = (): number => (budget.used < bounds.all ? bounds.socket : bounds.socketWhenFull)
  const drop = ({ message, bytes }: Item<Message>): void => {
    unread -= bytes
    budget.used -= bytes
    if (isUrgent(message)) urgent -= 1
  }
  const regulate = (): void => {
    if (unread >= limit()) valve.hold('unread')
    else if (unread <= limit() / 2) valve.free('unread')
  }
  const next = (): Item<Message> | null => queue[first] ?? null
  const takeFirst = (item: Item<Message>): void => {
    queue[first] = null
    first += 1
    // Each that waits is moved once for as many as are gone.
    if (first === queue.length || (first >= clearedFrom && first * 2 >= queue.length)) {
      queue.splice(0, first)
      first = 0
    }
    drop(item)
  }
  const mayGoOn = (): boolean => !busy && !turn.isOver() && (closed || urgent > 0 || !pace.isSpent())
  const pump = (): void => {
    for (let item = next(); item && mayGoOn(); item = next()) {
      const begun = carry(item.message)
      if (begun === 'later') break
      turn.begin()
      pace.count(item.bytes)
      takeFirst(item)
      if (begun === 'now') continue
      busy = true
      void begun.finally(() => {
        busy = false
        pump()
      })
    }
    regulate()
  }
  return {
    noteRead: () => {
      reading.begin()
      if (reading.isOver()) valve.hold('turn')
    },
    noteSign: (bytes) => {
      signs.count(bytes)
      if (signs.isSpent()) valve.hold('signs')
    },
    push: (message, bytes) => {
      if (closed) return
      queue.push({ message, bytes })
      unread += bytes
      budget.used += bytes
      if (isUrgent(message)) urgent += 1
      pump()
    },
    takeOut: (which) => {
      const taken: Item<Message>[] = []
      const left: Item<Message>[] = []
      let end = first
      for (let item = queue[end]; item; item = queue[end]) {
        const verdict = which(item.message)
        if (verdict === 'ends') break
        ;(verdict ? taken : left).push(item)
        end += 1
      }
      // Those that stay close up behind the rest, so that what was not looked at is not moved either.
      queue.fill(null, first, end)
      first = end - left.length
      for (const [at, item] of left.entries()) queue[first + at] = item
      for (const item of taken) {
        pace.count(item.bytes)
        drop(item)
      }
      regulate()
      return taken.map(({ message }) => message)
    },
    pump,
    clear: () => {
      closed = true
      valve.close()
      signs.stop()
      pace.stop()
      const all = queue.slice(first)
      queue = []
      first = 0
      for (const item of all) {
        if (item === null) continue
        if (queue.length < outlivingAtMost && outlives(item.message)) queue.push(item)
        else drop(item)
      }
      pump()
    },
  }
}
