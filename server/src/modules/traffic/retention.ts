import { vehiclePass } from '@vigil/contract/traffic/vehicle-pass.ts'
import { theSystem } from '../../kernel/caller.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { RetentionStore } from './retention.store.ts'
import type { PictureKeeper } from './pictures.ts'

const day = 86_400_000

interface RetentionContext {
  readonly kernel: Kernel
  readonly store: RetentionStore
  readonly pictures: () => PictureKeeper | null
}

/** The pictures go first: a pass that is left by a crash goes with the next round, a picture that nobody names would stay. */
const dropSome = async ({ kernel, store, pictures }: RetentionContext, before: Date): Promise<number> => {
  const old = await store.passesBefore(before)
  const [first, last] = [old[0], old.at(-1)]
  if (!first || !last) return 0
  const { clock, journal } = kernel
  const files = old.flatMap((pass) => pass.pictures)
  if (files.length > 0) await pictures()?.dropCaptures(files)
  await kernel.transaction(async (trx) => {
    await store.dropPasses(
      trx,
      old.map(({ id }) => id),
    )
    await journal.write(trx, theSystem(clock.now()), {
      module: 'traffic',
      action: 'delete',
      object: vehiclePass.name,
      before: { passes: old.length, from: clock.toWire(first.passTime), to: clock.toWire(last.passTime) },
    })
  })
  return old.length
}

/** Removes passes and their pictures after so many days. What was too fast stays, with its pictures. */
export const keepPassesFor = async (context: RetentionContext, days: number): Promise<void> => {
  const before = new Date(context.kernel.clock.now() - days * day)
  for (;;) if ((await dropSome(context, before)) === 0) break
  await context.store.dropPlates(before)
}
