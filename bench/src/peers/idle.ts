import { setInterval } from 'node:timers/promises'

/** A process that does nothing: how long others keep it from its turn is the machine's doing. */
for await (const _ of setInterval(60_000)) continue
