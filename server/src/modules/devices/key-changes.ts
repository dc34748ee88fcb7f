import { randomBytes } from 'node:crypto'
import type { Asked } from '../../kernel/caller.ts'
import type { Trx } from '../../kernel/kernel.ts'
import { announce } from '../../kernel/record-changes.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { requireBinding, take } from './key-rights.ts'
import { deviceKeyKind, keyWord, type Body, type KeyContext } from './keys.context.ts'
import type { StoredKey } from './keys.store.ts'

/** Keys are made, bound to something else, replaced and ended. */

interface MadeKey {
  readonly id: string
  /** Told this once: only its hash is stored. */
  readonly key: string
}

const requireOne = (there: boolean): void => {
  if (!there) throw new Refusal('notFound', { what: keyWord })
}
const make = async ({ store }: KeyContext, trx: Trx, { name, binding, deviceId }: StoredKey): Promise<MadeKey> => {
  const key = randomBytes(24).toString('base64url')
  return { id: await store.create(trx, name, key, binding, deviceId), key }
}

export const createKey = (context: KeyContext, { name, ...wanted }: Body<'saveDeviceKey'>, asked: Asked): Promise<MadeKey> => {
  const { kernel } = context
  return kernel.transaction(async (trx, after) => {
    const { binding, deviceId } = await requireBinding(context, trx, wanted, asked)
    const made = await make(context, trx, { name, binding, deviceId })
    await kernel.journal.write(trx, asked, {
      module: 'devices',
      action: 'create',
      object: deviceKeyKind,
      objectId: made.id,
      after: { name, ...binding },
    })
    announce(kernel.bus, after, deviceKeyKind, made.id)
    return made
  })
}

export const bindKey = (context: KeyContext, { id, ...wanted }: Body<'bindDeviceKeyById'>, asked: Asked): Promise<null> => {
  const { kernel, store, news } = context
  return kernel.transaction(async (trx, after) => {
    const { name, binding: before } = await take(context, trx, id, asked)
    const { binding, deviceId } = await requireBinding(context, trx, wanted, asked)
    requireOne(await store.bind(trx, id, binding, deviceId))
    await kernel.journal.write(trx, asked, {
      module: 'devices',
      action: 'update',
      object: deviceKeyKind,
      objectId: id,
      before: { name, ...before },
      after: { name, ...binding },
    })
    after(() => void news.byId.delete(id))
    announce(kernel.bus, after, deviceKeyKind, id)
    return null
  })
}

export const rotateKey = (
  context: KeyContext,
  { id: oldId, minutes }: Body<'rotateDeviceKeyById'>,
  asked: Asked,
): Promise<MadeKey> => {
  const { kernel, store } = context
  const { clock } = kernel
  return kernel.transaction(async (trx, after) => {
    // With the device that was meant, so that no key of one that is gone comes back to life.
    const old = await take(context, trx, oldId, asked)
    const end = new Date(clock.now() + minutes * 60_000)
    requireOne(await store.end(trx, oldId, end))
    const made = await make(context, trx, old)
    const { name } = old
    await kernel.journal.write(trx, asked, {
      module: 'devices',
      action: 'update',
      object: deviceKeyKind,
      objectId: oldId,
      before: { name, replacedBy: null, revokedAt: null },
      after: { name, replacedBy: made.id, revokedAt: clock.toWire(end) },
    })
    announce(kernel.bus, after, deviceKeyKind, made.id)
    return made
  })
}

export const revokeKey = (context: KeyContext, { id }: { readonly id: string }, asked: Asked): Promise<null> => {
  const { kernel, store } = context
  return kernel.transaction(async (trx, after) => {
    const { name, binding } = await take(context, trx, id, asked)
    requireOne(await store.revoke(trx, id))
    const before = { name, ...binding }
    await kernel.journal.write(trx, asked, { module: 'devices', action: 'delete', object: deviceKeyKind, objectId: id, before })
    announce(kernel.bus, after, deviceKeyKind, id)
    return null
  })
}
