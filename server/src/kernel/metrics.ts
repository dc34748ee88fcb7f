import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'

/** What `/metrics` tells, in Prometheus' own words. */
export const createMetrics = (watch: {
  consoles: () => number
  waiting: () => number
  devices: () => number
  hashes: () => number
}) => {
  const registry = new Registry()
  // The delay of the event loop is sampled by a timer: at its usual 10 ms it costs more than the whole of a quiet server.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 100 })
  const gauge = (name: string, help: string, read: () => number): void => {
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read())
      },
    })
  }
  gauge('vigil_live_consoles', 'Consoles connected to the live hub', watch.consoles)
  gauge('vigil_reports_waiting', 'Reports taken but not committed yet', watch.waiting)
  gauge('vigil_devices', 'Registered devices', watch.devices)
  gauge('vigil_password_hashes', 'Hashes of passwords made since the start, to keep one or to look at one', watch.hashes)
  const reports = new Counter({
    name: 'vigil_reports_total',
    help: 'Reports by outcome',
    labelNames: ['outcome'],
    registers: [registry],
  })
  return {
    reports: (outcomes: readonly string[]): void => {
      for (const outcome of new Set(outcomes)) {
        reports.inc(
          { outcome },
          outcomes.reduce((count, one) => (one === outcome ? count + 1 : count), 0),
        )
      }
    },
    text: (): Promise<string> => registry.metrics(),
    contentType: registry.contentType,
  }
}
export type Metrics = ReturnType<typeof createMetrics>
