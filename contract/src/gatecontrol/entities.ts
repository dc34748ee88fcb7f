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
export const gateControl = z.object({ ...told, hasPassword: z.boolean() }).meta({ id: 'GateControl' })
export type GateControl = z.output<typeof gateControl>

/** Without a password the one that is stored stays. */
export const gateControlForm = z.object({ id, ...told, password: text(64).optional() }).meta({ id: 'GateControlForm' })

/** Somebody told a gate to do something. */
export const gateCommand = z
  .object({
    id: z.string(),
    gateId: id,
    gateName: z.string(),
    act: gateAct.schema,
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
