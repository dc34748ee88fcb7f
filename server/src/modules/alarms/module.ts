import type { Kernel } from '../../kernel/kernel.ts'
import type { Module } from '../../kernel/module.ts'
import { alarmRoutes } from './routes.ts'
import { createAlarmService, type AlarmService } from './service.ts'
import { createAlarmStore } from './store.ts'

export const createAlarms = (kernel: Kernel): Module & { readonly service: AlarmService } => {
  const service = createAlarmService(kernel, createAlarmStore(kernel))
  return {
    service,
    served: alarmRoutes(service),
    jobs: [{ name: 'alarms', pattern: '37 47 * * * *', run: () => service.keepHouse(kernel.settings.chosen().alarmDays) }],
  }
}
