import { nobodys, theSystem } from '../../kernel/caller.ts'
import { networkOf } from '../../kernel/trusted-proxies.ts'
import { addNews } from './key-news.ts'
import type { Called, KeyContext } from './keys.context.ts'

/** What is written down of keys that are wrong, or do not hold for the devices that come with them. */

/** What nobody waits for: that it cannot be written costs the device nothing. */
const journal = (
  { kernel: { clock, journal: entries, log } }: KeyContext,
  { cname, ip }: { readonly cname: string; readonly ip: string },
  {
    object,
    code,
    objectId,
    after,
  }: { readonly object: string; readonly code: string; readonly objectId: string; after?: Called },
): void => {
  const system = theSystem(clock.now())
  const more = { module: 'devices', action: 'refused', objectId, ...(after ? { after } : {}) } as const
  entries
    .refused({ ...system, ip, caller: { ...system.caller, cname } }, object, code, more)
    .catch((error: unknown) => log.warn({ err: error }, 'a refused device key was not written down'))
}

/**
 * Reports that came with a key that does not hold for their devices, or for a helmet that is connected with another. They
 * are counted on the key and stand in the journal, calls for help apart, so that a binding that is wrong is seen.
 */
export const refuseReports = (
  context: KeyContext,
  id: string,
  ip: string,
  reports: readonly (Called & { readonly isHelp: boolean })[],
): void => {
  const { held, news, kernel } = context
  const key = held.byId.get(id)
  for (const isHelp of [false, true]) {
    const first = reports.find((report) => report.isHelp === isHelp)
    if (!key || !first) continue
    const { deviceType, deviceId } = first
    const entry = { object: isHelp ? 'helpCall' : 'deviceKey', code: 'forbidden', objectId: id, after: { deviceType, deviceId } }
    journal(context, { cname: nobodys.deviceKey(key.name), ip }, entry)
  }
  const last = reports.at(-1)
  if (last)
    addNews(news, {
      id,
      usedAt: null,
      refused: reports.length,
      last: {
        kind: last.deviceType,
        code: last.deviceId.replaceAll('\0', '').toWellFormed(),
        at: new Date(kernel.clock.now()),
      },
    })
}

/** Counts a wrong key of an address, and for the helmet that was claimed; after how many seconds it may be tried again. */
export const noteWrong = (context: KeyContext, ip: string, helmet: string | null): number => {
  const claimed = helmet?.slice(0, 64)
  const objectId = claimed === undefined ? '' : `hat ${claimed}`
  journal(context, { cname: nobodys.unknownDevice, ip }, { object: 'deviceKey', code: 'deviceKeyInvalid', objectId })
  return context.wrongKeys.note([`address ${networkOf(ip)}`, ...(claimed === undefined ? [] : [`hat ${claimed}`])])
}
