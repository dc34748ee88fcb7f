/** Vehicle terminals that speak JT/T 808 over TCP, of 2013 and 2019. */
import { createServer, type Socket } from 'node:net'
import { z } from 'zod'
import { createTraffic, type Gateway } from '../../kernel/gateway.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { declareModule, type Doors } from '../../kernel/module.ts'
import { port } from '../../kernel/variables.ts'
import { accept } from './connection.ts'
import type { TerminalContext } from './context.ts'

/** Lines at one time; more than that are closed at once. */
const linesAtMost = 10_000

const createTerminals = (
  kernel: Kernel,
  { devices, encounters, positions, traffic: vehicles }: Pick<Doors, 'devices' | 'encounters' | 'positions' | 'traffic'>,
  told: { readonly host: string; readonly port: number },
): Gateway => {
  const traffic = createTraffic(kernel.clock.now)
  const { registry, commands, terminals } = devices
  const context: TerminalContext = {
    find: (numbers) => numbers.map((number) => registry.find('car', number)).find((car) => car !== undefined) ?? null,
    noteUnknown: (number) => devices.noteUnknown('car', number),
    noteFirmware: (code, version) => devices.noteFirmware('car', code, version),
    enrol: terminals.enrol,
    shows: terminals.shows,
    report: positions.report,
    hasRoom: positions.hasRoom,
    noteReversing: encounters.noteReversing,
    noteParked: vehicles.parked,
    holdCommands: (code, carry) => commands.hold('car', code, carry),
    log: kernel.log,
    now: kernel.clock.now,
    traffic,
    unread: { used: 0 },
    parts: { held: 0 },
    enrolling: 0,
    sessions: 0,
    connected: new Map(),
  }
  const lines = new Set<Socket>()
  const server = createServer({ noDelay: true, keepAlive: true }, (socket) => {
    lines.add(socket)
    socket.on('close', () => lines.delete(socket))
    accept(context, socket)
  })
  server.maxConnections = linesAtMost
  return {
    name: 'jt808',
    protocol: 'JT/T 808 (TCP)',
    get at() {
      const address = server.address()
      return { port: address !== null && typeof address === 'object' ? address.port : told.port }
    },
    start: () =>
      new Promise((resolve, reject) => {
        server.once('error', reject).listen(told.port, told.host, resolve)
      }),
    stop: () => {
      for (const line of lines) line.destroy()
      server.close()
    },
    status: () => ({ listening: server.listening, connections: context.connected.size, ...traffic.counts() }),
  }
}

export const domain = declareModule({
  name: 'jt808',
  needs: ['devices', 'encounters', 'positions', 'traffic'],
  // Whoever reaches it speaks for any vehicle, as the protocol has no secrets: it is opened to a network by a word of its own.
  variables: { VIGIL_JT808_PORT: port(8_808), VIGIL_JT808_HOST: z.string().min(1).default('127.0.0.1') },
  create: (kernel, doors, _site, told) => ({
    gateways: [createTerminals(kernel, doors, { host: told.VIGIL_JT808_HOST, port: told.VIGIL_JT808_PORT })],
  }),
})
