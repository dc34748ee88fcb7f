import { silence } from '@vigil/contract/positions/entities.ts'
import { siteSettings, type Site } from '@vigil/contract/site/settings.ts'
import { useSite } from '../api/site.ts'
import type { SilenceLimits } from '../moving/position-store.ts'

const { lowBattery } = siteSettings.fields
const presetLowBattery = lowBattery.sent.parse(undefined)

type Silences = Pick<Site, 'personStale' | 'personOffline' | 'carStale' | 'carOffline'>

/** When things are stale and offline as the site has chosen. What is offline later than others are gone is gone no sooner. */
export const silenceLimits = ({ personStale, personOffline, carStale, carOffline }: Silences): SilenceLimits => {
  const person = (gone: number) => ({ stale: personStale, offline: personOffline, gone: Math.max(gone, personOffline) })
  return {
    hat: person(silence.hat.gone),
    badge: person(silence.badge.gone),
    car: { stale: carStale, offline: carOffline, gone: Math.max(silence.car.gone, carOffline) },
  }
}

/** Whether a battery of so many percent is low on this site; as the contract presets it until the site is known. */
export const isBatteryLow = (percent: number, site: Pick<Site, 'lowBattery'> | undefined): boolean =>
  percent <= (site?.lowBattery ?? presetLowBattery)

/** How low: `low` from the site's limit on, `empty` from half of it on. */
export const batteryStep = (percent: number, site: Pick<Site, 'lowBattery'> | undefined): 'fine' | 'low' | 'empty' => {
  if (!isBatteryLow(percent, site)) return 'fine'
  return isBatteryLow(percent * 2, site) ? 'empty' : 'low'
}

/** The site with its limits, once it is known. */
export const useSiteLimits = (enabled = true): Site | undefined => useSite(enabled).data
