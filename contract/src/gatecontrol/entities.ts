import { z } from 'zod'
import { enumeration } from '../kernel/enumeration.ts'
import { codeText, id, requiredText, text, time } from '../kernel/shapes.ts'

/** Whose interface a gate is told by. */
export const controlMake = enumeration({
  hikvision: { code: 'hikvision', zh: '海康威视 ISAPI', en: 'Hikvision ISAPI' },
  dahua: { code: 'dahua', zh: '大华 CGI', en: 'Dahua CGI' },
})
export const controlScheme = enumeration({
  http: { code: 'http', zh: 'HTTP', en: 'HTTP' },
  https: { code: 'https', zh: 'HTTPS', en: 'HTTPS' },
})
export const gateAct = enumeration({
  open: { code: 'open', zh: '开闸', en: 'Open' },
  close: { code: 'close', zh: '关闸', en: 'Close' },
})
/** Where a gate says a text. */
export const speakWhere = enumeration({
  speaker: { code: 'speaker', zh: '音箱', en: 'Speaker' },
  screen: { code: 'screen', zh: '显示屏', en: 'Screen' },
})
/** All that a gate may be told. */
export const gateTold = enumeration({
  open: { code: 'open', zh: '开闸', en: 'Open' },
  close: { code: 'close', zh: '关闸', en: 'Close' },
  speaker: { code: 'speaker', zh: '喊话', en: 'Speak' },
  screen: { code: 'screen', zh: '屏幕显示', en: 'Show on the screen' },
})
/** What became of a command: `unknown` where the line or the server that sent it was lost before the gate answered. It is never sent again by itself. */
export const commandOutcome = enumeration({
  sent: { code: 'sent', zh: '已发出', en: 'Sent' },
  done: { code: 'done', zh: '已执行', en: 'Done' },
  refused: { code: 'refused', zh: '设备拒绝', en: 'Refused by the device' },
  unreachable: { code: 'unreachable', zh: '设备连接不上', en: 'Device not reached' },
  timedOut: { code: 'timedOut', zh: '设备未应答', en: 'No answer from the device' },
  unknown: { code: 'unknown', zh: '结果未知', en: 'Outcome unknown' },
})
export type CommandOutcome = (typeof commandOutcome.codes)[number]

const port = z.number().int().min(1).max(65_535)
const channel = z.number().int().min(1).max(64)
const told = {
  make: controlMake.schema,
  scheme: controlScheme.schema,
  /** IPv4 or IPv6. */
  host: requiredText(45),
  port,
  /** Which barrier or door of the device, from 1. */
  channel,
  userName: codeText(64),
}

/** How a gate is reached that is opened from here; its password is told to nobody. */
export const gateControl = z
  .object({
    ...told,
    hasPassword: z.boolean(),
    /** Whether the device's own lists of plates are kept as the site says; of gates for vehicles alone. */
    keepsLists: z.boolean(),
  })
  .meta({ id: 'GateControl' })
export type GateControl = z.output<typeof gateControl>

/** Without a password the one that is stored stays, and so does whether it keeps its lists. */
export const gateControlForm = z
  .object({ id, ...told, password: text(64).optional(), keepsLists: z.boolean().optional() })
  .meta({ id: 'GateControlForm' })

/** Somebody told a gate to do something. */
export const gateCommand = z
  .object({
    id: z.string(),
    gateId: id,
    gateName: z.string(),
    act: gateTold.schema,
    /** What was said; empty where the gate was opened or closed. */
    text: z.string(),
    reason: z.string(),
    by: z.string(),
    at: time,
    outcome: commandOutcome.schema,
    /** What the device said where it did not do it. */
    said: z.string(),
    answeredAt: time.nullable(),
  })
  .meta({ id: 'GateCommand' })
export type GateCommand = z.output<typeof gateCommand>

export const longestGateReason = 200
export const longestSpoken = 60

/** The lists of a gate's device: whom it opens to by itself, and to whom never. */
export const plateList = enumeration({
  allow: { code: 'allow', zh: '白名单', en: 'Allow list' },
  block: { code: 'block', zh: '黑名单', en: 'Block list' },
})
/** What became of the last try to have a device list a plate as the site does. */
export const plateOutcome = enumeration({
  done: { code: 'done', zh: '已一致', en: 'In step' },
  refused: { code: 'refused', zh: '设备拒绝', en: 'Refused by the device' },
  notKept: { code: 'notKept', zh: '设备未保存', en: 'Taken, but not kept by the device' },
  blockedThere: { code: 'blockedThere', zh: '设备上已另列入黑名单', en: 'Blocked at the device by somebody else' },
})
export type PlateOutcome = (typeof plateOutcome.codes)[number]

/** How the lists of one gate stand. */
export const gateListState = z
  .object({
    gateId: id,
    gateName: z.string(),
    /** Plates that its device lists as the site does, and those that wait for it. */
    inStep: z.number().int(),
    waiting: z.number().int(),
    /** What the last try ended with: `done` where the device answered; null before the first. */
    outcome: commandOutcome.schema.nullable(),
    said: z.string(),
    /** Since when the device answers no more; null of one that does. */
    since: time.nullable(),
    triedAt: time.nullable(),
  })
  .meta({ id: 'GateListState' })
export type GateListState = z.output<typeof gateListState>

/** One plate on the lists of one gate. */
export const gatePlate = z
  .object({
    id: z.string(),
    plateNumber: z.string(),
    /** On which list the site wants it, and on which the device last showed it; null for on none. */
    wanted: plateList.schema.nullable(),
    confirmed: plateList.schema.nullable(),
    waits: z.boolean(),
    outcome: plateOutcome.schema.nullable(),
    said: z.string(),
    /** Since when the site wants it so. */
    since: time,
    triedAt: time.nullable(),
  })
  .meta({ id: 'GatePlate' })
export type GatePlate = z.output<typeof gatePlate>
