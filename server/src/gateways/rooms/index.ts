/** Rooms at `/rooms`: calls of more than two, whose sound and pictures go by this server. */
import { isIPv4 } from 'node:net'
import { z } from 'zod'
import { roomsPath } from '@vigil/contract/telephony/rooms.ts'
import { farewellTo } from '../../kernel/farewell.ts'
import { createTraffic, type Gateway } from '../../kernel/gateway.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { declareModule, type Doors } from '../../kernel/module.ts'
import { accept } from './connection.ts'
import { endFor, type RoomsContext } from './context.ts'
import { createMediaThread } from './media-thread.ts'
import type { MediaPlace } from './media.ts'
import { serveOthers, tellTo } from './relay.ts'
import { createHeldRooms } from './room.ts'

/** Milliseconds between two looks at who is silent and what is empty, and at what the log says this process holds. */
const [sweepEvery, compareEvery] = [1_000, 20_000]

const createRoomsGateway = (
  kernel: Kernel,
  { devices, session, telephony }: Pick<Doors, 'devices' | 'session' | 'telephony'>,
  place: MediaPlace,
): Gateway => {
  const { bus, clock, log, proxies } = kernel
  const traffic = createTraffic(clock.now)
  const connections: RoomsContext['connections'] = new Map()
  const held = createHeldRooms({
    media: createMediaThread(place, { log, now: clock.now }),
    log,
    now: clock.now,
    calls: telephony.rooms,
    tell: (at, said) => tellTo({ bus, log, connections }, at, said),
  })
  const context: RoomsContext = {
    session,
    keys: devices.keys,
    calls: telephony.rooms,
    held,
    bus,
    log,
    now: clock.now,
    traffic,
    connections,
    comings: new Map(),
  }
  let ends: (() => void)[] = []
  bus.onGone((server) => {
    held.dropOfServer(server)
    for (const { socket, stay } of connections.values()) if (stay?.server === server) endFor(socket, 'lost')
  })
  const taking = accept(context, { used: 0 }, ({ socket, headers }) =>
    proxies.clientOf(socket.remoteAddress ?? '', headers['x-forwarded-for']?.toString()),
  )
  return {
    name: 'rooms',
    protocol: 'Rooms (WebSocket, WebRTC)',
    at: { path: roomsPath },
    socket: (socket, request, greeted) => {
      if (ends.length === 0) return farewellTo(socket, 1013, 'try again')
      taking(socket, request, greeted)
    },
    start: () => {
      const sweeping = setInterval(
        () => void held.sweep().catch((error: unknown) => log.warn({ err: error }, 'rooms could not be looked through')),
        sweepEvery,
      )
      const comparing = setInterval(
        () =>
          void telephony.rooms
            .endUnheld(bus.server, held.has)
            .catch((error: unknown) => log.warn({ err: error }, 'rooms could not be compared with the log')),
        compareEvery,
      )
      ends = [() => clearInterval(sweeping), () => clearInterval(comparing), serveOthers(context)]
      return Promise.resolve()
    },
    stop: async () => {
      if (ends.length === 0) return
      for (const end of ends) end()
      ends = []
      await held.endAll()
      for (const { socket } of connections.values()) farewellTo(socket, 1001, 'going away')
    },
    status: () => ({ listening: ends.length > 0, connections: connections.size, ...traffic.counts() }),
  }
}

const noAddress = '须为 IPv4 地址 / must be an IPv4 address'
const noPorts = '须为 最小-最大 的 UDP 端口范围，例如 30000-30199 / must be a range of UDP ports, e.g. 30000-30199'

export const domain = declareModule({
  name: 'rooms',
  needs: ['devices', 'session', 'telephony'],
  variables: {
    VIGIL_MEDIA_ADDRESS: z
      .string()
      .refine((given) => given === '' || isIPv4(given), noAddress)
      .default(''),
    VIGIL_MEDIA_PORTS: z
      .string()
      .regex(/^\d{1,5}-\d{1,5}$/, noPorts)
      .transform((given): [number, number] => {
        const [from = 0, to = 0] = given.split('-').map(Number)
        return [from, to]
      })
      .refine(([from, to]) => from >= 1_024 && to <= 65_535 && from < to, noPorts)
      .nullable()
      .default(null),
  },
  create: (kernel, doors, _site, { VIGIL_MEDIA_ADDRESS: address, VIGIL_MEDIA_PORTS: ports }) => ({
    gateways: [createRoomsGateway(kernel, doors, { address, ports })],
  }),
})
