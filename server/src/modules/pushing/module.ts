import { pushingCalls } from '@vigil/contract/pushing/calls.ts'
import type { Text } from '@vigil/contract/kernel/text.ts'
import type { Asked } from '../../kernel/caller.ts'
import type { Kernel, Trx } from '../../kernel/kernel.ts'
import type { Module } from '../../kernel/module.ts'
import { invalid, Refusal } from '../../kernel/refusal.ts'
import { requireWrite } from '../../kernel/scope.ts'
import { served } from '../../kernel/serve.ts'
import { createPushLogins } from './logins.ts'
import { createReceiving, type PlaceKind, type Receiving } from './places.ts'
import type { PlaceOfPasses, TakePictures } from '../traffic/index.ts'
import { createPushQuota } from './quota.ts'
import { createQuotaStore } from './quota.store.ts'
import { createPushingStore, type PushingStore, type PushLogin } from './store.ts'
import { createUnknown } from './unknown.ts'
import { createUnreadStore, type UnreadPush } from './unread.store.ts'

const what = { zh: '未登记的推送设备', en: 'The unregistered pushing device' }
/** Milliseconds between two times that it is written down of a login that it was used. */
const usedEvery = 60_000

interface PlaceSaved {
  readonly kind: PlaceKind
  /** Null of a new one. */
  readonly id: string | null
  readonly address: string
}
const isOthers: Text = {
  zh: '已由另一测速点或道闸使用；在同一地址后的设备请使用推送账号',
  en: 'is another speed camera’s or barrier’s: devices behind one address need push logins',
}

export interface PushDoor extends Receiving {
  readonly loginCalled: PushingStore['loginCalled']
  readonly loginOf: PushingStore['loginOf']
  readonly noteUsed: (login: PushLogin) => Promise<void>
  /** By which the challenges of all servers are known. */
  readonly secret: () => string
  /**
   * Refuses a place of its own address that another one pushes from: whose a push is, is known by its address. Once this has returned
   * no other place takes it until the transaction ends.
   */
  readonly requireOwnAddress: (trx: Trx, place: PlaceSaved, label: Text) => Promise<void>
  /** Writes what a device pushed of pictures, as far as it may push any today. */
  readonly takePictures: TakePictures
  readonly unknown: Pick<ReturnType<typeof createUnknown>, 'note' | 'letIn'>
  /** Notes that a device that is let in pushed what nobody can read. */
  readonly noteUnread: (place: PlaceOfPasses, push: UnreadPush) => Promise<void>
}

export const createPushing = (kernel: Kernel): Module & { readonly door: PushDoor } => {
  const { clock, transaction, journal } = kernel
  const store = createPushingStore(kernel)
  const receiving = createReceiving()
  const logins = createPushLogins(kernel, store, receiving.receivers.find)
  const unknown = createUnknown(store, kernel)
  const quota = createPushQuota(kernel, createQuotaStore(kernel))
  const unread = createUnreadStore(kernel)
  const pushedBy = async (kind: PlaceKind, id: string, asked: Asked) => {
    const place = await logins.placeOf(kind, id, asked)
    const found = await unread.of(place)
    return {
      ...(await quota.get(place)),
      unread: found && {
        ...found,
        reason: found.reason[asked.language],
        firstSeen: clock.toWire(found.firstSeen),
        lastSeen: clock.toWire(found.lastSeen),
      },
    }
  }
  let secret = ''
  return {
    door: {
      ...receiving,
      loginCalled: store.loginCalled,
      loginOf: store.loginOf,
      noteUsed: async ({ userName, lastUsedAt }) => {
        if (lastUsedAt === null || clock.now() - lastUsedAt.getTime() >= usedEvery) await store.noteUsed(userName)
      },
      secret: () => secret,
      requireOwnAddress: async (trx, { kind, id, address }, label) => {
        await store.lockAddress(trx, address)
        const others = (await receiving.receivers.at(address)).filter((place) => place.kind !== kind || place.id !== id)
        if (others.length > 0) throw invalid('ip', label, isOthers)
      },
      takePictures: quota.take,
      unknown,
      noteUnread: unread.note,
    },
    served: served(pushingCalls, {
      getBsSpeedOverPushLogin: ({ id }, asked) => logins.get('speedCamera', id, asked),
      renewBsSpeedOverPushLogin: ({ id }, asked) => logins.renew('speedCamera', id, asked),
      revokeBsSpeedOverPushLogin: ({ id }, asked) => logins.revoke('speedCamera', id, asked),
      getBsSpeedOverPushQuota: ({ id }, asked) => pushedBy('speedCamera', id, asked),
      getBsBarrierGatePushQuota: ({ id }, asked) => pushedBy('barrierGate', id, asked),
      getBsBarrierGatePushLogin: ({ id }, asked) => logins.get('barrierGate', id, asked),
      renewBsBarrierGatePushLogin: ({ id }, asked) => logins.renew('barrierGate', id, asked),
      revokeBsBarrierGatePushLogin: ({ id }, asked) => logins.revoke('barrierGate', id, asked),
      listUnknownPushAll: (body) => store.listUnknown(body),
      forgetUnknownPush: async ({ way, address }, asked) => {
        requireWrite(asked.caller.scope, null, what)
        await transaction(async (trx) => {
          if (!(await store.forgetUnknown(way, address, trx))) throw new Refusal('notFound', { what })
          await journal.write(trx, asked, {
            module: 'pushing',
            action: 'delete',
            object: 'unknownPush',
            objectId: `${way} ${address}`,
            before: { way, address },
          })
        })
        return null
      },
    }),
    jobs: [
      { name: 'unknown pushes', of: 'server', pattern: '*/5 * * * * *', run: unknown.flush },
      { name: 'old unknown pushes', of: 'site', pattern: '17 41 * * * *', run: async () => void (await store.forgetOld()) },
      { name: 'old unread pushes', of: 'site', pattern: '29 41 4 * * *', run: unread.forgetOld },
      { name: 'old push quotas', of: 'site', pattern: '23 41 4 * * *', run: quota.forgetOld },
    ],
    start: async () => {
      secret = await store.secret()
    },
  }
}
