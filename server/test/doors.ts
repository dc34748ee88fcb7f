import { createKernel } from '../src/kernel/create-kernel.ts'
import { createLog } from '../src/kernel/log.ts'
import { createModules, type Modules } from '../src/modules.ts'
import { configFor, type TestSite } from './site.ts'

/** The doors of another server of a site, for what comes through one of them alone: it serves nothing and does nothing by itself. */
export const doorsOf = async (
  site: Pick<TestSite, 'databaseUrl' | 'network'>,
  finish: (work: () => Promise<void>) => void,
): Promise<Modules> => {
  const { kernel, release } = await createKernel(
    configFor(site.databaseUrl),
    createLog('silent'),
    { transport: site.network.connect(), claim: () => Promise.resolve({ release: () => Promise.resolve() }) },
    () => Promise.resolve(null),
  )
  const modules = await createModules(kernel)
  finish(async () => {
    for (const module of modules.order.toReversed()) await module.stop?.()
    await release()
  })
  kernel.bus.start()
  await kernel.settings.load()
  for (const module of modules.order) await module.start?.()
  return modules
}
