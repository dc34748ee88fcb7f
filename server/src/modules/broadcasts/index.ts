import { broadcast } from '@vigil/contract/broadcasts/broadcast.ts'
import { broadcastCalls } from '@vigil/contract/broadcasts/calls.ts'
import { noticeRecord } from '@vigil/contract/broadcasts/notice-record.ts'
import { createKeeper, nounHandlers } from '../../kernel/keeper.ts'
import { kept } from '../../kernel/kept-noun.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { declareModule, type Doors, type Module } from '../../kernel/module.ts'
import { served } from '../../kernel/serve.ts'
import { createSending } from './sending.ts'
import { sayOfAlarm } from './say-of-alarm.ts'

/** What helmets and speakers say, and who was told what. */
const createBroadcasts = (kernel: Kernel, { alarms, devices }: Pick<Doors, 'alarms' | 'devices'>): Module => {
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
  const sending = createSending(kernel, devices)
  return {
    served: served(broadcastCalls, {
      ...nounHandlers('BsBroadcast', broadcasts),
      saveBroadCastString: (body, asked) => sayOfAlarm({ kernel, alarms, devices }, body, asked),
      sendBroadcast: (body, asked) => sending.send(body, asked),
      getBroadcast: ({ id }, asked) => sending.get(id, asked),
      ...nounHandlers('BsNoticeRecord', notices),
    }),
    nouns: [kept(broadcasts), kept(notices)],
    jobs: [{ name: 'broadcasts', of: 'site', pattern: '*/10 * * * * *', run: sending.settleForsaken }],
  }
}

declare module '../devices/commands.ts' {
  interface DeviceCommands {
    /** Words that a device shows or says. */
    text: { readonly messageId: string; readonly message: string }
  }
}
export const domain = declareModule({ name: 'broadcasts', needs: ['alarms', 'devices'], create: createBroadcasts })
