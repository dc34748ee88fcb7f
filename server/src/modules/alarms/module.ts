import { alarmSettings } from '@vigil/contract/alarms/settings.ts'
import type { Asked } from '../../kernel/caller.ts'
import type { Kernel, Trx } from '../../kernel/kernel.ts'
import type { Doors, Module } from '../../kernel/module.ts'
import { escalateWaiting } from './escalate.ts'
import { noteCase, type MadeCase } from './evidence.ts'
import { moveFlood } from './flood.ts'
import { createAlarmsOfPerson } from './of-person.store.ts'
import { noteSaid } from './message.ts'
import type { ProgressContext } from './progress.ts'
import { alarmRoutes } from './routes.ts'
import { createAlarmService, type AlarmService } from './service.ts'
import { endShelves } from './shelve.ts'
import { alarmSheet } from './sheet.ts'
import { createAlarmStore } from './store.ts'
import { wholeAlarm, type Around, type WholeAlarm } from './whole.ts'

export interface AlarmDoor extends AlarmService {
  readonly ofPerson: ReturnType<typeof createAlarmsOfPerson>
  readonly whole: (id: string, asked: Asked, around: Around) => Promise<WholeAlarm>
  readonly noteSaid: (
    trx: Trx,
    said: { readonly alarmId: string; readonly text: string },
    asked: Asked,
    after: (then: () => void | Promise<void>) => void,
  ) => Promise<void>
  readonly noteCase: (trx: Trx, made: MadeCase, asked: Asked, after: (then: () => void | Promise<void>) => void) => Promise<void>
}

export const createAlarms = (
  kernel: Kernel,
  { devices, session }: Pick<Doors, 'devices' | 'session'>,
): Module & { readonly door: AlarmDoor } => {
  const store = createAlarmStore(kernel)
  const service = createAlarmService(kernel, store)
  const progress: ProgressContext = { kernel, store, people: session }
  kernel.live.onToldBeyond(service.noteTold)
  return {
    door: {
      ...service,
      ofPerson: createAlarmsOfPerson(kernel),
      noteSaid: (...args) => noteSaid({ kernel, store }, ...args),
      noteCase: (...args) => noteCase({ kernel, store }, ...args),
      whole: (id, asked, around) => wholeAlarm({ kernel, store }, id, asked, around),
    },
    served: alarmRoutes(service, progress, devices),
    nouns: [{ sheet: alarmSheet(store), ofDepts: null }],
    logged: { alarm: service.seen },
    jobs: [
      {
        name: 'alarms',
        of: 'site',
        pattern: '37 47 * * * *',
        run: () => service.keepHouse(kernel.settings.get(alarmSettings.alarmDays)),
      },
      // By every server: a row that one has locked is none of another's, so that nobody waits for one that died.
      {
        name: 'alarm shelves',
        of: 'server',
        pattern: '*/2 * * * * *',
        run: async () => void (await endShelves(progress)),
      },
      {
        name: 'alarm escalation',
        of: 'server',
        pattern: '1-59/2 * * * * *',
        run: async () => void (await escalateWaiting(progress)),
      },
      {
        name: 'alarm floods',
        of: 'server',
        pattern: '*/2 * * * * *',
        run: async () => void (await moveFlood(progress)),
      },
      { name: 'alarm numbers', of: 'site', pattern: '23 * * * * *', run: () => service.addUp() },
    ],
  }
}
