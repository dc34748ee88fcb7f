/** SIP over WebSocket at `/sip` (RFC 7118): a registrar and a proxy by which consoles and helmets call each other. */
import { sipPath } from '@vigil/contract/telephony/entities.ts'
import { theSystem } from '../../kernel/caller.ts'
import { farewellTo } from '../../kernel/farewell.ts'
import { createTraffic, type Gateway } from '../../kernel/gateway.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { declareModule, type Doors } from '../../kernel/module.ts'
import { createChallenges, newSalt } from '../shared/challenges.ts'
import { accept, look } from './connection.ts'
import type { SipContext } from './context.ts'
import { createEngineGateway } from './engine-gateway.ts'
import { md5 } from './registrar.ts'
import { serveOthers } from './relay.ts'
import { createSipChallenges } from './tokens.ts'
import { hear } from './transactions.ts'

type Needed = Pick<Doors, 'alarms' | 'devices' | 'session' | 'telephony'>

const createSip = (kernel: Kernel, { alarms, devices, session, telephony }: Needed): Gateway => {
  const { bus, clock, log, proxies } = kernel
  const traffic = createTraffic(clock.now)
  let context: SipContext | null = null
  let endServing: (() => void) | null = null
  const unread = { used: 0 }
  const addressOf = ({ socket, headers }: Parameters<NonNullable<Gateway['socket']>>[1]): string =>
    proxies.clientOf(socket.remoteAddress ?? '', headers['x-forwarded-for']?.toString())
  devices.registry.onChange((changes) => {
    const changed = new Set(changes.map(({ id }) => String(id)))
    for (const line of context?.lines.values() ?? [])
      if (context && line.who?.token === null && changed.has(line.who.known.party.id)) void look(context, line)
  })
  return {
    name: 'sip',
    protocol: 'SIP (WebSocket)',
    at: { path: sipPath },
    socket: (socket, request, greeted) => {
      if (!context) return farewellTo(socket, 1013, 'try again')
      accept(context, unread, addressOf)(socket, request, greeted)
    },
    start: async () => {
      const secret = await telephony.secret()
      const made: SipContext = {
        telephony,
        session,
        sees: (caller, code) => devices.sees(caller, 'hat', code),
        seesAlarm: async (caller, id) => (await alarms.seen([id], { ...theSystem(clock.now()), caller })).has(id),
        bus,
        log,
        now: clock.now,
        traffic,
        challenges: createSipChallenges(
          createChallenges({ secret: () => secret, server: bus.server, now: clock.now, random: newSalt }),
          md5,
        ),
        secret,
        lines: new Map(),
        transactions: new Map(),
        branches: new Map(),
      }
      endServing = serveOthers(made, (branch, from, response) => hear(made, branch, from, response))
      context = made
    },
    stop: async () => {
      // A server that is closed once more has no database any more.
      if (context === null) return
      const { lines } = context
      context = null
      for (const { socket } of lines.values()) farewellTo(socket, 1001, 'going away')
      endServing?.()
      await telephony.bindings.dropOfServer(bus.server)
    },
    status: () => ({ listening: context !== null, connections: context?.lines.size ?? 0, ...traffic.counts() }),
  }
}

export const domain = declareModule({
  name: 'sip',
  needs: ['alarms', 'devices', 'session', 'telephony'],
  create: (kernel, doors) => {
    const { key } = doors.telephony.engine
    return { gateways: [key === null ? createSip(kernel, doors) : createEngineGateway(kernel, doors, key)] }
  },
})
