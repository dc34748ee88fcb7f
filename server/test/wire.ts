import { connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** A wire to the database that can be cut, swallows what is sent over it, or keeps it for a while. */
export const wireTo = async (url: string) => {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  const nears = new Set<Socket>()
  let whole = true
  let swallowing = false
  let ended = 0
  /** Of connections whose questions wait: what lets them go on. */
  let held: (() => void)[] = []
  const server = createServer((near) => {
    if (!whole) return near.destroy()
    const far = connect(Number(target.port), target.hostname)
    nears.add(near)
    for (const socket of [near, far]) {
      sockets.add(socket)
      // Broken on purpose: the other half goes with it.
      socket.on('error', () => socket.destroy())
    }
    near.on('close', () => {
      ended += 1
      far.destroy()
    })
    far.on('close', () => near.destroy())
    near.on('data', (bytes) => swallowing || far.write(bytes))
    far.on('data', (bytes) => swallowing || near.write(bytes))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  const through = new URL(url)
  through.port = String((server.address() as { port: number }).port)
  return {
    url: through.href,
    cut: () => {
      whole = false
      for (const socket of sockets) socket.destroy()
    },
    /** Connections stay open and can be made, but nothing goes through. */
    swallow: () => {
      swallowing = true
    },
    /** What is asked over the connections that stand now waits until `letGo`. */
    hold: () => {
      held = [...nears].map((near) => {
        near.pause()
        return () => near.resume()
      })
    },
    letGo: () => {
      for (const go of held) go()
      held = []
    },
    /** How many connections came to their end. */
    ended: () => ended,
    mend: () => {
      whole = true
      swallowing = false
    },
  }
}
