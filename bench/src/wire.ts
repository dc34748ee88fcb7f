import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import type { PartDeps } from './part.ts'

/** A way to a database that swallows what is sent over it while it is told to: connections stay open, nothing goes through. */
export const openWire = async (deps: PartDeps, url: string) => {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  let swallowing = false
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    const ends = [near, far] as const
    for (const [from, to] of [ends, ends.toReversed()] as [Socket, Socket][]) {
      sockets.add(from)
      from.on('data', (bytes) => swallowing || to.write(bytes))
      // Broken on purpose: the other half goes with it.
      from.on('error', () => from.destroy())
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
    }
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  deps.onEnd(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  return {
    url: Object.assign(new URL(url), { port: String((server.address() as AddressInfo).port) }).href,
    swallow: (): void => {
      swallowing = true
    },
    mend: (): void => {
      swallowing = false
    },
  }
}
