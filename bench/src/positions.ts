import { createKernel } from '../../server/src/kernel/create-kernel.ts'
import { readConfig } from '../../server/src/kernel/config.ts'
import { createLog } from '../../server/src/kernel/log.ts'
import { createPositionStore } from '../../server/src/modules/positions/index.ts'
import { createModules } from '../../server/src/modules.ts'
import type { PartDeps } from './part.ts'

/** All modules as the application makes them, with their live hub, but without jobs, HTTP or any console. */
export const startPositions = async (deps: PartDeps, databaseUrl: string) => {
  const config = readConfig({ DATABASE_URL: databaseUrl, VIGIL_DATA_DIR: deps.folder })
  const { kernel, release } = await createKernel(config, createLog('warn'), {}, () => Promise.resolve(null))
  deps.onEnd(release)
  const { doors, order } = await createModules(kernel)
  await kernel.settings.load()
  for (const module of order) {
    await module.start?.()
    if (module.stop) deps.onEnd(module.stop)
  }
  await kernel.live.start(doors.positions.feed)
  deps.onEnd(kernel.live.stop)
  return { positions: doors.positions, store: createPositionStore(kernel), clock: kernel.clock }
}
