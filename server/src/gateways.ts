import type { FastifyInstance } from 'fastify'
import { createHelmetService } from './gateways/helmet-service/index.ts'
import { createReportGateway } from './gateways/reports/index.ts'
import type { Gateway } from './kernel/gateway.ts'
import type { Kernel } from './kernel/kernel.ts'
import type { TakeSocket } from './kernel/sockets.ts'
import type { DeviceService } from './modules/devices/index.ts'
import type { PositionService } from './modules/positions/index.ts'
import type { SessionService } from './modules/session/index.ts'

interface Ground {
  readonly kernel: Kernel
  readonly sessions: SessionService
  readonly devices: DeviceService
  readonly positions: PositionService
}

/** The ways in for devices. */
export const createGateways = ({ kernel, sessions, devices, positions }: Ground): Gateway[] => {
  const report = positions.reportWithKey
  return [createReportGateway({ kernel, devices, report }), createHelmetService({ kernel, sessions, devices, positions, report })]
}

/** What of them lies below the server's own address. */
export const serveGateways = (gateways: readonly Gateway[], fastify: FastifyInstance): Record<string, TakeSocket> => {
  for (const { routes } of gateways) routes?.(fastify)
  return Object.fromEntries(gateways.flatMap(({ at, socket }) => (socket && 'path' in at ? [[at.path, socket] as const] : [])))
}
