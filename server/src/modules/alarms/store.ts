import { createAlarmFigures } from './figures.store.ts'
import { createAlarmFloods } from './flood.store.ts'
import { createHandledAlarms } from './handled.store.ts'
import { createAlarmLists } from './lists.store.ts'
import { createKeptOutside } from './kept-outside.store.ts'
import { createAlarmsOfSource } from './of-source.store.ts'
import { createRaisedAlarms } from './raised.store.ts'
import type { StoreContext } from './row.store.ts'
import { createShelvedAlarms } from './shelved.store.ts'
import { createAlarmStatistics } from './statistics.store.ts'
import { createAlarmSteps } from './steps.store.ts'
import { createStoodAlarms } from './stood.store.ts'
import { createToldAlarms } from './told.store.ts'

export const createAlarmStore = (context: StoreContext) => ({
  ...createAlarmLists(context),
  ...createRaisedAlarms(context),
  ...createHandledAlarms(context),
  ...createKeptOutside(context),
  ...createShelvedAlarms(context),
  ...createAlarmSteps(context),
  ...createAlarmsOfSource(context),
  ...createStoodAlarms(context),
  ...createToldAlarms(context),
  ...createAlarmStatistics(context),
  ...createAlarmFigures(context),
  ...createAlarmFloods(context),
})
export type AlarmStore = ReturnType<typeof createAlarmStore>
