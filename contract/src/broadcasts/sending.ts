import { z } from 'zod'
import { enumeration } from '../kernel/enumeration.ts'
import { id, time } from '../kernel/shapes.ts'

/** How far a broadcast came at one helmet. */
export const sendingState = enumeration({
  pending: { code: 'pending', zh: '待发', en: 'Waiting' },
  sent: { code: 'sent', zh: '已发出', en: 'Sent' },
  played: { code: 'played', zh: '已播放', en: 'Played' },
  failed: { code: 'failed', zh: '失败', en: 'Failed' },
  offline: { code: 'offline', zh: '设备离线', en: 'Device offline' },
})
export type SendingState = z.output<typeof sendingState.schema>

export const broadcastReceipt = z.object({ deviceId: z.string(), label: z.string(), state: sendingState.schema, time })
export type BroadcastReceipt = z.output<typeof broadcastReceipt>
/** A broadcast with its receipts, of the helmets that the asker sees. */
export const broadcastSending = z.object({ id, text: z.string(), by: z.string(), time, receipts: z.array(broadcastReceipt) })
