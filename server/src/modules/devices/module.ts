import type { Kernel } from '../../kernel/kernel.ts'
import type { Module, Site } from '../../kernel/module.ts'
import { deviceRoutes, type MapObjects } from './routes.ts'
import { createDeviceService, type DeviceService } from './service.ts'
import { createDeviceStore } from './store.ts'

export const createDevices = (kernel: Kernel, _: unknown, { doors }: Site): Module & { readonly door: DeviceService } => {
  // Devices are shown with where they are; where somebody is takes knowing his device.
  const mapObjects: MapObjects = (...asked) => doors.positions.mapObjects(...asked)
  const store = createDeviceStore(kernel)
  const service = createDeviceService(kernel, store)
  const { registry, keys, nouns, held, flushUnknown, flushClocks, flushUnfixed, flushFirmware } = service
  return {
    door: service,
    served: deviceRoutes(service, mapObjects),
    nouns,
    held,
    jobs: [
      { name: 'unknown devices', of: 'server', pattern: '*/5 * * * * *', run: flushUnknown },
      { name: 'firmware', of: 'server', pattern: '*/5 * * * * *', run: flushFirmware },
      { name: 'clocks', of: 'server', pattern: '*/5 * * * * *', run: flushClocks },
      { name: 'reports without a position', of: 'server', pattern: '*/5 * * * * *', run: flushUnfixed },
      { name: 'device keys', of: 'server', pattern: '*/5 * * * * *', run: keys.flush },
    ],
    start: async () => {
      await registry.reload()
      await keys.reload()
      for (const twins of await store.twins())
        kernel.log.warn(twins, 'these badges share one devEui from before it had one case: delete the ones that are not there')
    },
  }
}
