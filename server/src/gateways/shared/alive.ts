import type { WebSocket } from 'ws'

/** Milliseconds in which a connection shows that it is alive. */
const aliveWithin = 2_000

/** Whether the other end of a connection still says anything, if only that it is there. */
export const isAlive = (socket: WebSocket): Promise<boolean> =>
  new Promise((resolve) => {
    const answer = (alive: boolean): void => {
      clearTimeout(silent)
      for (const sign of ['pong', 'message'] as const) socket.off(sign, heard)
      socket.off('close', gone)
      resolve(alive)
    }
    const heard = (): void => answer(true)
    const gone = (): void => answer(false)
    const silent = setTimeout(gone, aliveWithin)
    // One that is paused says more than is taken of it.
    if (socket.readyState !== socket.OPEN || socket.isPaused) return answer(socket.readyState === socket.OPEN)
    for (const sign of ['pong', 'message'] as const) socket.on(sign, heard)
    socket.on('close', gone)
    socket.ping()
  })
