import WebSocket from 'ws'
import type { LiveObject } from '@vigil/contract/positions/entities.ts'
import { startChild, type Child } from '../child.ts'
import type { PartDeps } from '../part.ts'

/** The peer that tells everything to each; every one of its listeners sees so much. */
export const startWholeDirectory = async (
  deps: PartDeps,
  sees: readonly (readonly LiveObject[])[],
): Promise<{ readonly child: Child; readonly change: () => Promise<void> }> => {
  const child = startChild(deps, new URL('./whole-directory.ts', import.meta.url))
  const { port } = (await child.said()) as { port: number }
  let heard = 0
  let allHeard = Promise.withResolvers<void>()
  for (const objects of sees) {
    const socket = new WebSocket(`ws://127.0.0.1:${port}`)
    deps.onEnd(() => socket.terminate())
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
    socket.send(JSON.stringify(objects))
    await new Promise((resolve) => socket.once('message', resolve))
    socket.on('message', () => {
      heard += 1
      if (heard === sees.length) allHeard.resolve()
    })
  }
  return {
    child,
    change: async () => {
      heard = 0
      allHeard = Promise.withResolvers()
      await fetch(`http://127.0.0.1:${port}/`, { method: 'POST' })
      await allHeard.promise
    },
  }
}
