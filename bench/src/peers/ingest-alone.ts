import Fastify from 'fastify'
import { ingestRoutes } from '../../../server/src/gateways/reports/reports.ts'
import { createTraffic } from '../../../server/src/kernel/gateway.ts'
import { tellPort } from './tell-port.ts'

/** Our way in for devices, with nothing behind its validation. */
const app = Fastify({ logger: false, bodyLimit: 8 * 1024 * 1024 })
app.decorateRequest('knownAs', () => undefined)
ingestRoutes(app, {
  findKey: () => '1',
  noteWrongKey: () => 0,
  report: (_keyId, _ip, reports) => Promise.resolve(reports.map(() => 'accepted')),
  traffic: createTraffic(Date.now),
})
await app.listen({ port: 0, host: '127.0.0.1' })
tellPort(app.server)
