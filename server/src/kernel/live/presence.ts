import { lives } from './audience.ts'
import type { LiveContext } from './context.ts'
import { presence, type Seer } from './elsewhere.ts'

/** Tells the other servers who is connected here. */
export const sayPresence = (context: LiveContext): void => {
  const { bus, consoles, stream } = context
  if (!bus.hasOthers()) return
  const seers = new Map<string, Seer>()
  for (const console of consoles) {
    if (!console.ready || console.caller.wall || !lives(context, console)) continue
    const topics = [...console.topics].sort()
    const { scope } = console.caller
    seers.set(`${topics.join(',')} ${console.scope}`, { topics, deptIds: scope.all ? null : [...scope.deptIds] })
  }
  bus.tellOthers(presence, { server: bus.server, told: stream.told(), seers: [...seers.values()] })
}
