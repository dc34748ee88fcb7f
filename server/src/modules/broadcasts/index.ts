import { broadcast } from '@vigil/contract/broadcasts/broadcast.ts'
import { broadcastCalls } from '@vigil/contract/broadcasts/calls.ts'
import { noticeRecord } from '@vigil/contract/broadcasts/notice-record.ts'
import type { SendingPriority } from '@vigil/contract/broadcasts/sending.ts'
import { mayAsk } from '../../kernel/caller.ts'
import { createKeeper, nounHandlers } from '../../kernel/keeper.ts'
import { kept } from '../../kernel/kept-noun.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { declareModule, type Module } from '../../kernel/module.ts'
import { served } from '../../kernel/serve.ts'
import { clipDownloads } from './clips.ts'
import { sayOfAlarm } from './say-of-alarm.ts'
import type { SendingContext } from './sending.context.ts'
import { createSendingStore } from './sending.store.ts'
import { createSending } from './sending.ts'

/** What helmets and speakers say, and who was told what. */
const createBroadcasts = (kernel: Kernel, doors: SendingContext['doors']): Module => {
  const module = 'broadcasts'
  const broadcasts = createKeeper(kernel, { noun: broadcast, module, table: 'broadcast', unique: { broadcast_name: 'name' } })
  const notices = createKeeper(kernel, {
    noun: noticeRecord,
    module,
    table: 'notice_record',
    hides: true,
    order: ['send_time'],
    also: (_, present, { caller }) => (present ? {} : { send_time: new Date(kernel.clock.now()), sender: caller.cname }),
  })
  const { alarms, devices, files } = doors
  const store = createSendingStore(kernel)
  const sending = createSending(kernel, store, doors)
  return {
    served: served(broadcastCalls, {
      ...nounHandlers('BsBroadcast', broadcasts),
      saveBroadCastString: (body, asked) => sayOfAlarm({ kernel, alarms, devices }, body, asked),
      sendBroadcast: (body, asked) => sending.send(body, asked),
      getBroadcastReach: (body, asked) => sending.reach(body, asked),
      getBroadcast: ({ id }, asked) => sending.get(id, asked),
      getBroadcastOfNotice: ({ id }, asked) => sending.ofNotice(id, asked),
      cancelBroadcast: ({ id }, asked) => sending.cancel(id, asked),
      ...nounHandlers('BsNoticeRecord', notices),
    }),
    nouns: [kept(broadcasts), kept(notices)],
    logged: {
      broadcastSending: (ids, asked) =>
        mayAsk(asked.caller, broadcastCalls.getBroadcast.needs) ? sending.seen(ids, asked) : Promise.resolve(new Set()),
    },
    jobs: [
      // By each: what a server that died had yet to send is sent by the others.
      { name: 'broadcasts', of: 'server', pattern: '*/2 * * * * *', run: () => Promise.resolve(sending.wake()) },
      { name: 'broadcast receipts', of: 'site', pattern: '*/10 * * * * *', run: sending.settleSilent },
      { name: 'old broadcasts', of: 'site', pattern: '41 23 * * * *', run: sending.keepHouse },
    ],
    addresses: (fastify) => clipDownloads(fastify, kernel, store, files),
    stop: sending.stop,
  }
}

declare module '../devices/commands.ts' {
  interface DeviceCommands {
    /** Words that a device shows or says. */
    text: {
      readonly messageId: string
      readonly message: string
      /** An urgent one interrupts what the device plays. */
      readonly priority?: SendingPriority
      /** The path below this server's address where what is to be played is fetched within ten minutes; `message` is for who plays none. */
      readonly clip?: string
    }
  }
}
export const domain = declareModule({
  name: 'broadcasts',
  needs: ['alarms', 'devices', 'files', 'positions'],
  create: createBroadcasts,
})
