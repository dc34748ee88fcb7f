/** `POST /ingest/reports`: devices and gateways that speak HTTP. */
import { createTraffic, type Gateway } from '../../kernel/gateway.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { declareModule, type Doors } from '../../kernel/module.ts'
import { ingestRoutes, shortReports, type IngestDeps } from './reports.ts'

const createReports = (kernel: Kernel, { devices, positions }: Pick<Doors, 'devices' | 'positions'>): Gateway => {
  const traffic = createTraffic(kernel.clock.now)
  const { keys } = devices
  const deps: IngestDeps = {
    findKey: keys.find,
    noteWrongKey: (ip) => keys.noteWrong(ip, null),
    report: positions.reportWithKey,
    traffic,
  }
  return {
    name: 'reports',
    protocol: 'HTTP (JSON)',
    at: { path: '/ingest/reports' },
    routes: (fastify) => ingestRoutes(fastify, deps),
    shortPosts: [shortReports(deps)],
    status: () => ({ listening: true, connections: 0, ...traffic.counts() }),
  }
}

export const domain = declareModule({
  name: 'reports',
  needs: ['devices', 'positions'],
  create: (kernel, doors) => ({ gateways: [createReports(kernel, doors)] }),
})
