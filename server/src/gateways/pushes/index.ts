/** `POST /ingest/anpr` and `POST /ingest/gate`: cameras, barriers and turnstiles that push what they see. */
import { createTraffic, type Gateway } from '../../kernel/gateway.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { declareModule, type Doors } from '../../kernel/module.ts'
import { createWrongTries } from '../../kernel/wrong-tries.ts'
import { createChallenges, newSalt } from '../shared/challenges.ts'
import type { PushContext } from './context.ts'
import { createPace } from './pace.ts'
import { paths, pushRoutes } from './routes.ts'

/** Of one device: the busiest turnstile of a shift's change, or lane, and what it kept for days while its line was broken. */
const toldAMinute = 1_200
/** Of one network: devices that answer each challenge anew come first without their login, and many may stand behind one address. */
const strangersAMinute = 1_200

const createPushes = ({ bus, clock }: Kernel, { pushing }: Pick<Doors, 'pushing'>): Gateway => {
  const traffic = createTraffic(clock.now)
  const wrongTries = createWrongTries(clock.now)
  const { receivers, loginCalled, loginOf, noteUnread, noteUsed, secret, unknown } = pushing
  const context: PushContext = {
    ...receivers,
    loginCalled,
    loginOf,
    noteUnread,
    noteUsed,
    challenges: createChallenges({ secret, server: bus.server, now: clock.now, random: newSalt }),
    unknown,
    noteWrong: (network) => wrongTries.note([network]),
    pace: createPace(toldAMinute, clock.now, bus),
    strangers: createPace(strangersAMinute, clock.now, null),
    clock,
    traffic,
  }
  return {
    name: 'pushes',
    protocol: 'HTTP (ISAPI, ITSAPI, JSON)',
    at: { path: `${paths.anpr[0]}, ${paths.gate[0]}` },
    routes: (fastify) => pushRoutes(fastify, context),
    status: () => ({ listening: true, connections: 0, ...traffic.counts() }),
  }
}

export const domain = declareModule({
  name: 'pushes',
  needs: ['pushing'],
  create: (kernel, doors) => ({ gateways: [createPushes(kernel, doors)] }),
})
