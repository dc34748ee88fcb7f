import type { WebSocket } from 'ws'

/** Bytes that one socket, and all of them, may have read and not carried out; when they are full, one may have so few. */
const bounds = { socket: 4 * 1024 * 1024, all: 64 * 1024 * 1024, socketWhenFull: 64 * 1024 } as const

/** Messages of one socket that are carried out after it has gone. */
const outlivingAtMost = 16

/** Bytes read and not carried out yet, of all sockets of one kind. */
export interface UnreadBudget {
  used: number
}

interface Item<Message> {
  readonly message: Message
  readonly bytes: number
}

export interface Inbox<Message> {
  readonly push: (message: Message, bytes: number) => void
  /** Takes out what waits no longer for what is before it. */
  readonly takeOut: (which: (message: Message) => boolean) => Message[]
  /** Looks again whether something can go on. */
  readonly pump: () => void
  /** The socket is gone: of what it left only that is carried out still which `outlives` it. */
  readonly clear: () => void
}

/**
 * What a socket said and is yet to be carried out. It is read ahead, so that a call for help behind a long backlog is seen at
 * once, but only so far: then the socket is paused, and its sender keeps the rest.
 *
 * `carry` begins one message, unless it answers `later`; a promise that it answers with holds up those after it, `now` does not.
 * `outlives` tells of messages that are carried out though their socket has gone, so many of them and in their turn.
 */
export const createInbox = <Message>(
  socket: Pick<WebSocket, 'pause' | 'resume'>,
  budget: UnreadBudget,
  carry: (message: Message) => 'now' | 'later' | Promise<void>,
  outlives: (message: Message) => boolean = () => false,
): Inbox<Message> => {
  const queue: Item<Message>[] = []
  let unread = 0
  let busy = false
  let paused = false
  let closed = false

  const limit = (): number => (budget.used < bounds.all ? bounds.socket : bounds.socketWhenFull)
  const drop = (item: Item<Message>): void => {
    unread -= item.bytes
    budget.used -= item.bytes
  }
  const regulate = (): void => {
    if (closed) return
    if (!paused && unread >= limit()) {
      paused = true
      socket.pause()
    } else if (paused && unread <= limit() / 2) {
      paused = false
      socket.resume()
    }
  }
  const pump = (): void => {
    for (let item = queue[0]; item && !busy; item = queue[0]) {
      const begun = carry(item.message)
      if (begun === 'later') break
      queue.shift()
      drop(item)
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
    push: (message, bytes) => {
      if (closed) return
      queue.push({ message, bytes })
      unread += bytes
      budget.used += bytes
      pump()
    },
    takeOut: (which) => {
      const taken = queue.filter(({ message }) => which(message))
      for (const item of taken) {
        queue.splice(queue.indexOf(item), 1)
        drop(item)
      }
      regulate()
      return taken.map(({ message }) => message)
    },
    pump,
    clear: () => {
      closed = true
      for (const item of queue.splice(0)) {
        if (queue.length < outlivingAtMost && outlives(item.message)) queue.push(item)
        else drop(item)
      }
      pump()
    },
  }
}
