import { z } from 'zod'
import { fileId } from '../files/entities.ts'
import { fenceShape, point } from '../hazards/entities.ts'
import { enumeration } from '../kernel/enumeration.ts'
import { id, requiredText, text, time } from '../kernel/shapes.ts'

/** How far a broadcast came at one helmet: `sent` is handed to it, `played` is what the helmet says itself. */
export const sendingState = enumeration({
  pending: { code: 'pending', zh: '待发', en: 'Waiting' },
  sent: { code: 'sent', zh: '已发出', en: 'Sent' },
  played: { code: 'played', zh: '已播放', en: 'Played' },
  failed: { code: 'failed', zh: '失败', en: 'Failed' },
  offline: { code: 'offline', zh: '设备离线', en: 'Device offline' },
})
export type SendingState = z.output<typeof sendingState.schema>

/** Why one failed, as far as it is known here; empty for one that did not, and where the helmet says no more. */
export const sendingReason = enumeration({
  replaced: { code: 'replaced', zh: '被紧急广播取代', en: 'An urgent one went before it' },
  cancelled: { code: 'cancelled', zh: '已取消', en: 'Cancelled' },
  silent: { code: 'silent', zh: '设备未确认播放', en: 'The device did not say that it played it' },
})
export type SendingReason = z.output<typeof sendingReason.schema>

export const sendingPriority = enumeration({
  normal: { code: 'normal', zh: '普通', en: 'Normal' },
  urgent: { code: 'urgent', zh: '紧急', en: 'Urgent' },
})
export type SendingPriority = z.output<typeof sendingPriority.schema>

/** Helmets of one broadcast, and broadcasts that one person begins in a minute, at whichever server. */
export const sendingLimits = { helmets: 2_000, perMinute: 10, text: 500 } as const

/** What is drawn on the map: degrees, metres. Whoever was last seen in it, no longer ago than so many minutes, is meant. */
const sendingArea = z
  .object({
    shape: fenceShape.schema,
    points: z.array(point).min(1).max(500),
    radius: z.number().min(1).max(50_000).nullable().default(null),
    halfWidth: z.number().min(1).max(5_000).nullable().default(null),
    seenWithin: z.number().int().min(1).max(120).default(10),
  })
  .meta({ id: 'BroadcastArea' })
export type SendingArea = z.output<typeof sendingArea>

/** Who is to hear it: one of them, helmets by their numbers, departments with all below them, or who stands in a drawn shape. */
const aimed = {
  deviceIds: z.array(requiredText(64)).min(1).max(sendingLimits.helmets).optional(),
  deptIds: z.array(id).min(1).max(200).optional(),
  area: sendingArea.optional(),
}
export const sendingAim = z.object(aimed)
export type SendingAim = z.output<typeof sendingAim>

/** A text, or a recorded clip that was uploaded before; with a clip the text is what is said by helmets that play none. */
export const sendingForm = z.object({
  ...aimed,
  title: text(64).default(''),
  text: text(sendingLimits.text).default(''),
  clip: fileId.nullable().default(null),
  priority: sendingPriority.schema.default('normal'),
  alarmId: id.nullable().default(null),
})

/** How many it reaches: the asker's own helmets alone. Online by when they were last heard of. */
export const sendingReach = z.object({ online: z.number().int(), offline: z.number().int() }).meta({ id: 'BroadcastReach' })

const broadcastReceipt = z.object({
  deviceId: z.string(),
  label: z.string(),
  state: sendingState.schema,
  reason: z.union([z.literal(''), sendingReason.schema]),
  time,
})
export type BroadcastReceipt = z.output<typeof broadcastReceipt>
/** A broadcast with its receipts, of the helmets that the asker sees. */
export const broadcastSending = z
  .object({
    id,
    title: z.string(),
    text: z.string(),
    hasClip: z.boolean(),
    priority: sendingPriority.schema,
    alarmId: id.nullable(),
    by: z.string(),
    time,
    /** Null where nobody cancelled it. */
    cancelledAt: time.nullable(),
    receipts: z.array(broadcastReceipt),
  })
  .meta({ id: 'BroadcastSending' })
export type BroadcastSending = z.output<typeof broadcastSending>
