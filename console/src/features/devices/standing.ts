import type { Language } from '@vigil/contract/kernel/text.ts'
import { translate } from '../../shared/i18n/texts.ts'
import type { LiveThing } from '../../shared/live/hooks.ts'
import { presence } from '../../shared/moving/position-store.ts'
import { formatAge } from '../../shared/time/format.ts'
import { fromSiteTime } from '../../shared/time/site-clock.ts'
import { deviceTexts } from './texts.ts'

interface Standing {
  readonly state: 'online' | 'silent' | 'offline'
  /** Milliseconds since 1970, by the server's clock; null for one that was never heard. */
  readonly heardAt: number | null
}

type Live = Pick<LiveThing, 'state' | 'sighting'>

/** How a device is heard: as the live stream tells, where it tells of it, else as its record was when it was listed. */
export const standingOf = (
  { online, lastOnline }: { readonly online: 0 | 1; readonly lastOnline: string | null },
  live: Live | null,
): Standing => {
  const listed = lastOnline === null ? null : fromSiteTime(lastOnline)
  const sighted = live?.sighting?.recvAt ?? null
  const heardAt = sighted === null ? listed : Math.max(sighted, listed ?? 0)
  if (live === null || live.state === presence.none) return { state: online === 1 ? 'online' : 'offline', heardAt }
  const state = live.state === presence.online ? 'online' : live.state === presence.stale ? 'silent' : 'offline'
  return { state, heardAt }
}

/** How well it is known where a device is, in words: quiet where it is not, or not any more. */
export const fixWords = (
  live: Live | null,
  fixedAt: number | null,
  now: number,
  language: Language,
): { readonly text: string; readonly quiet: boolean } => {
  const t = translate(deviceTexts, language)
  const sighting = live?.sighting ?? null
  if (sighting === null && fixedAt === null) return { text: t('noFix'), quiet: true }
  if (sighting === null || live?.state !== presence.online)
    return { text: t('oldFix', { age: formatAge(now - (sighting?.fixAt ?? fixedAt ?? now), language) }), quiet: true }
  const { accuracy, floor } = sighting
  const metres = accuracy === null ? null : accuracy.toFixed(1)
  const text =
    metres === null
      ? floor === null
        ? t('fixed')
        : t('floorAlone', { floor })
      : floor === null
        ? t('accurate', { metres })
        : t('onFloor', { metres, floor })
  return { text, quiet: false }
}
