import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'

/** What `/metrics` tells, in Prometheus' own words. */
export const createMetrics = (watch: { consoles: () => number; waiting: () => number; devices: () => number }) => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
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
  const reports = new Counter({
    name: 'vigil_reports_total',
    help: 'Reports by outcome',
    labelNames: ['outcome'],
    registers: [registry],
  })
  return {
    reports: (outcome: string): void => reports.inc({ outcome }),
    text: (): Promise<string> => registry.metrics(),
    contentType: registry.contentType,
  }
}
