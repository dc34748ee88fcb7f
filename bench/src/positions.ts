import { readConfig } from '../../server/src/kernel/config.ts'
import { hurried } from '../../server/src/kernel/connections.ts'
import { createDatabase } from '../../server/src/kernel/db.ts'
import { createDiskWatch } from '../../server/src/kernel/disk.ts'
import { createBus } from '../../server/src/kernel/bus/bus.ts'
import { createInMemoryNetwork } from '../../server/src/kernel/bus/in-memory.ts'
import { createEventLog } from '../../server/src/kernel/events.ts'
import { createQueue } from '../../server/src/kernel/jobs/queue.ts'
import { serverName } from '../../server/src/kernel/jobs/server-name.ts'
import { createJournal } from '../../server/src/kernel/journal.ts'
import { transactionsOf, type Kernel } from '../../server/src/kernel/kernel.ts'
import { createLiveHub } from '../../server/src/kernel/live-hub.ts'
import { createLog } from '../../server/src/kernel/log.ts'
import { createSettings } from '../../server/src/kernel/settings.ts'
import { createSiteClock } from '../../server/src/kernel/time.ts'
import { createAlarmService, createAlarmStore } from '../../server/src/modules/alarms/index.ts'
import { createDeviceService, createDeviceStore } from '../../server/src/modules/devices/index.ts'
import { createHazardService, createHazardStore } from '../../server/src/modules/hazards/index.ts'
import { noProxies } from '../../server/src/kernel/trusted-proxies.ts'
import { createPositionService, createPositionStore } from '../../server/src/modules/positions/index.ts'
import type { PartDeps } from './part.ts'

/** Positions as the application builds them, with fences, alarms and live hub, but without any console or HTTP. */
export const startPositions = async (deps: PartDeps, databaseUrl: string) => {
  const config = readConfig({ DATABASE_URL: databaseUrl })
  const log = createLog('warn')
  const db = createDatabase(databaseUrl, log)
  deps.onEnd(db.close)
  const ingest = createDatabase(databaseUrl, log, hurried)
  deps.onEnd(ingest.close)
  const clock = createSiteClock(config.timeZone)
  const bus = createBus(createInMemoryNetwork().connect(), log)
  const live = createLiveHub({
    authenticate: () => Promise.resolve(null),
    events: createEventLog(db),
    bus,
    disk: () => 'fine',
    log,
    now: clock.now,
  })
  const kernel: Kernel = {
    config,
    version: '0',
    log,
    db,
    ingest,
    bus,
    clock,
    journal: createJournal(db, clock.now),
    live,
    settings: createSettings(db),
    disk: await createDiskWatch({ dataDir: deps.folder, marks: config.diskMarks, db, log }),
    transaction: transactionsOf(db, log),
    proxies: noProxies,
    queue: createQueue(db, bus, log),
    server: serverName(bus.server),
  }
  const alarms = createAlarmService(kernel, createAlarmStore(kernel))
  const registry = createDeviceService(kernel, createDeviceStore(kernel))
  const hazards = createHazardService(kernel, createHazardStore(kernel), alarms)
  const store = createPositionStore(kernel)
  const positions = createPositionService(kernel, store, { devices: registry, hazards, alarms })
  await registry.registry.reload()
  await hazards.load()
  await positions.start()
  deps.onEnd(positions.finish)
  await live.start(positions.feed)
  deps.onEnd(live.stop)
  return { positions, store, clock }
}
