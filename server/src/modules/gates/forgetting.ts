import { gateSettings } from '@vigil/contract/gates/settings.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Doors } from '../../kernel/module.ts'
import type { ForgettingStore, Pictured } from './forgetting.store.ts'

const day = 86_400_000
const idsOf = (records: readonly Pictured[]): string[] => records.map(({ id }) => id)

/**
 * What tells of somebody goes in time, its record stays. A picture goes before its record says that there is none: whatever breaks off in between
 * is done again, and no file is left that nothing names.
 */
export const createForgetting = (
  { clock, settings, log }: Pick<Kernel, 'clock' | 'settings' | 'log'>,
  store: ForgettingStore,
  files: Pick<Doors['files'], 'dropCaptures' | 'dropAttachments'>,
) => {
  const photos = async (before: Date): Promise<number> => {
    let erased = 0
    for (;;) {
      const found = await store.visitsBefore(before)
      if (found.length === 0) return erased
      const ids = idsOf(found)
      const shown = await store.shownElsewhere(
        found.map(({ file }) => file),
        ids,
      )
      await files.dropAttachments(found.flatMap(({ file }) => (shown.has(file) ? [] : [file])))
      await store.erasePhotos(ids)
      erased += found.length
    }
  }
  const passagePictures = async (before: Date): Promise<number> => {
    let erased = 0
    for (;;) {
      const found = await store.passagesBefore(before)
      if (found.length === 0) return erased
      await files.dropCaptures(found.map(({ file }) => file))
      await store.erasePassagePictures(idsOf(found))
      erased += found.length
    }
  }
  return {
    identities: async (): Promise<void> => {
      const rows = await store.eraseIdentities(new Date(clock.now() - settings.get(gateSettings.visitIdDays) * day))
      if (rows > 0) log.info({ rows }, 'identity numbers and phones of visitors were erased')
    },
    pictures: async (): Promise<void> => {
      const before = new Date(clock.now() - settings.get(gateSettings.gatePictureDays) * day)
      const rows = (await passagePictures(before)) + (await photos(before))
      if (rows > 0) log.info({ rows }, 'pictures of people at gates were erased')
    },
  }
}
