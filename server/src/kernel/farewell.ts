import type { WebSocket } from 'ws'

/** Milliseconds in which whoever is turned away may say goodbye in order. */
const farewell = 1_000
/** What he may have on its way by then. */
const onItsWay = { messages: 100, bytes: 64 * 1024 } as const

/** Closes a WebSocket in order, but hears only what is on its way: ws itself waits half a minute for the other side, and reads all that while. */
export const farewellTo = (socket: WebSocket, code: number, reason: string): void => {
  if (socket.readyState !== socket.OPEN) return
  socket.close(code, reason)
  let [messages, bytes] = [0, 0]
  const drop = (data: Buffer): void => {
    messages += 1
    bytes += data.length
    if (messages > onItsWay.messages || bytes > onItsWay.bytes) socket.terminate()
  }
  for (const sign of ['message', 'ping', 'pong']) socket.on(sign, drop)
  setTimeout(() => socket.terminate(), farewell).unref()
}
