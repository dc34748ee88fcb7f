import type { DeviceType } from '@vigil/contract/devices/entities.ts'
import type { Asked } from '../../kernel/caller.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { onRecords } from '../../kernel/record-changes.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { createWrongTries } from '../../kernel/wrong-tries.ts'
import { createHeldKeys, heldCheckOf, present, presentByText, registeredIn, reload } from './held-keys.ts'
import { bindKey, createKey, revokeKey, rotateKey } from './key-changes.ts'
import { addNews, createUnwrittenNews, flushNews } from './key-news.ts'
import { noteWrong, refuseReports } from './key-refusals.ts'
import { holdsFor, isSiteWide } from './key.rules.ts'
import { deviceKeyKind, type Body, type Called, type KeyContext } from './keys.context.ts'
import type { KeyStore } from './keys.store.ts'
import type { DeviceRegistry } from './registry.ts'

/** After devices were registered, changed or deleted: what names one of them may hold for it from now on, or no more. */
const devicesChanged = ({ held }: KeyContext): Promise<void> =>
  [...held.byId.values()].some(({ device }) => device !== null) ? reload(held) : Promise.resolve()

const find = ({ held, news, kernel: { clock } }: KeyContext, text: string): string | null => {
  const key = presentByText(held, text)
  if (!key) return null
  addNews(news, { id: key.id, usedAt: new Date(clock.now()), refused: 0, last: null })
  return key.id
}

const holds = ({ held, registered }: KeyContext, id: string, kind: DeviceType, code: string): boolean => {
  const key = present(held, id)
  return key !== null && holdsFor(key, kind, code, registered)
}

const isOwn = ({ held, registered }: KeyContext, id: string, kind: DeviceType, code: string): boolean => {
  const key = present(held, id)
  return key !== null && key.device !== null && holdsFor(key, kind, code, registered)
}

const judge = ({ held, registered }: KeyContext, id: string): ((report: Called) => boolean) => {
  const key = present(held, id)
  if (!key) throw new Refusal('deviceKeyInvalid')
  return isSiteWide(key) ? () => true : ({ deviceType, deviceId }) => holdsFor(key, deviceType, deviceId, registered)
}

const list = async ({ store, news }: KeyContext, body: Body<'listDeviceKeyAll'>, { caller }: Asked) => {
  await flushNews(news)
  return store.list(body, caller.scope)
}

export const createDeviceKeys = (kernel: Kernel, store: KeyStore, registry: Pick<DeviceRegistry, 'find' | 'get'>) => {
  const held = createHeldKeys(kernel, store)
  const news = createUnwrittenNews(store)
  const wrongKeys = createWrongTries(kernel.clock.now)
  const context: KeyContext = { kernel, store, registry, held, news, wrongKeys, registered: registeredIn(registry) }
  onRecords(kernel.bus, [deviceKeyKind], () => reload(held))
  return {
    reload: (): Promise<void> => reload(held),
    /** After departments changed. */
    reloadSoon: held.soon.ask,
    devicesChanged: (): Promise<void> => devicesChanged(context),
    onChange: (listener: () => void): void => void held.listeners.push(listener),
    held: heldCheckOf(held),

    /** The id of the key that this is; null for none that holds now. */
    find: (text: string): string | null => find(context, text),
    /** Whether a key holds now, and for this device. */
    holds: (id: string, kind: DeviceType, code: string): boolean => holds(context, id, kind, code),
    /** Whether a key that holds for this device holds for no other. */
    isOwn: (id: string, kind: DeviceType, code: string): boolean => isOwn(context, id, kind, code),
    /** What tells for which of a key's reports it holds; throws `deviceKeyInvalid` for one that ended meanwhile. */
    judge: (id: string): ((report: Called) => boolean) => judge(context, id),
    refuse: (id: string, ip: string, reports: Parameters<typeof refuseReports>[3]): void =>
      refuseReports(context, id, ip, reports),
    noteWrong: (ip: string, helmet: string | null): number => noteWrong(context, ip, helmet),
    flush: (): Promise<void> => flushNews(news),

    list: (body: Body<'listDeviceKeyAll'>, asked: Asked) => list(context, body, asked),
    create: (body: Body<'saveDeviceKey'>, asked: Asked) => createKey(context, body, asked),
    bind: (body: Body<'bindDeviceKeyById'>, asked: Asked) => bindKey(context, body, asked),
    rotate: (body: Body<'rotateDeviceKeyById'>, asked: Asked) => rotateKey(context, body, asked),
    revoke: (body: { id: string }, asked: Asked) => revokeKey(context, body, asked),
  }
}
