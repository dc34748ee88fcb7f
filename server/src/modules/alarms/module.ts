import { alarmSettings } from '@vigil/contract/alarms/settings.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Doors, Module } from '../../kernel/module.ts'
import { createAlarmsOfPerson } from './of-person.store.ts'
import { alarmRoutes } from './routes.ts'
import { createAlarmService, type AlarmService } from './service.ts'
import { alarmSheet } from './sheet.ts'
import { createAlarmStore } from './store.ts'

export interface AlarmDoor extends AlarmService {
  readonly ofPerson: ReturnType<typeof createAlarmsOfPerson>
}

export const createAlarms = (kernel: Kernel, { session }: Pick<Doors, 'session'>): Module & { readonly door: AlarmDoor } => {
  const store = createAlarmStore(kernel)
  const service = createAlarmService(kernel, store)
  kernel.live.onToldBeyond(service.noteTold)
  return {
    door: { ...service, ofPerson: createAlarmsOfPerson(kernel) },
    served: alarmRoutes(service, { kernel, store, people: session }),
    nouns: [{ sheet: alarmSheet(store), ofDepts: null }],
    logged: { alarm: service.seen },
    jobs: [
      {
        name: 'alarms',
        of: 'site',
        pattern: '37 47 * * * *',
        run: () => service.keepHouse(kernel.settings.get(alarmSettings.alarmDays)),
      },
      { name: 'alarm numbers', of: 'site', pattern: '23 * * * * *', run: () => service.addUp() },
    ],
  }
}
