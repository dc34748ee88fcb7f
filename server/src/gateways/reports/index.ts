/** `POST /ingest/reports`: devices and gateways that speak HTTP. */
import { createTraffic, type Gateway } from '../../kernel/gateway.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { DeviceService } from '../../modules/devices/index.ts'
import type { ReportWith } from '../../modules/positions/index.ts'
import { ingestRoutes } from './reports.ts'

export const createReportGateway = ({
  kernel,
  devices: { keys },
  report,
}: {
  readonly kernel: Pick<Kernel, 'clock'>
  readonly devices: Pick<DeviceService, 'keys'>
  readonly report: ReportWith
}): Gateway => {
  const traffic = createTraffic(kernel.clock.now)
  return {
    name: 'reports',
    protocol: 'HTTP (JSON)',
    at: { path: '/ingest/reports' },
    routes: (fastify) =>
      ingestRoutes(fastify, { findKey: keys.find, noteWrongKey: (ip) => keys.noteWrong(ip, null), report, traffic }),
    status: () => ({ listening: true, connections: 0, ...traffic.counts() }),
  }
}
