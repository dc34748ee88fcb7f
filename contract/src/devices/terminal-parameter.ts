import { z } from 'zod'
import { enumeration } from '../kernel/enumeration.ts'
import { id, requiredName } from '../kernel/shapes.ts'
import type { Language, Text } from '../kernel/text.ts'
import { receipt } from './command.ts'

/** Parameters of a vehicle's terminal, as JT/T 808 numbers them: those that have a name here, and which of them are set from here. */

/** How a value is written: unsigned numbers of 1, 2 and 4 bytes, or text in GBK. */
export type ParameterForm = 'byte' | 'word' | 'dword' | 'text'

interface Parameter extends Text {
  readonly id: number
  readonly form: ParameterForm
  readonly unit?: Text
  /** The least and the most that it may be set to; without them a number is only read. */
  readonly range?: readonly [min: number, max: number]
  /** Characters that a text may be set to; without them a text is only read. */
  readonly longest?: number
  /** What its numbers mean; it may be set to any of them. */
  readonly choices?: Choices
  /** A password: that it is there is told, what it is not. */
  readonly isSecret?: true
}
interface Choices {
  readonly schema: z.ZodType<number>
  readonly name: (code: number, language: Language) => string
  readonly options: (language: Language) => { value: number; label: string }[]
}

const seconds = { zh: '秒', en: 's' } as const
const metres = { zh: '米', en: 'm' } as const

export const reportStrategy = enumeration({
  time: { code: 0, zh: '定时汇报', en: 'By time' },
  distance: { code: 1, zh: '定距汇报', en: 'By distance' },
  both: { code: 2, zh: '定时和定距汇报', en: 'By time and distance' },
})
export const terminalPlateColour = enumeration({
  none: { code: 0, zh: '未上牌', en: 'No plate' },
  blue: { code: 1, zh: '蓝色', en: 'Blue' },
  yellow: { code: 2, zh: '黄色', en: 'Yellow' },
  black: { code: 3, zh: '黑色', en: 'Black' },
  white: { code: 4, zh: '白色', en: 'White' },
  other: { code: 9, zh: '其他', en: 'Other' },
})

const declared = {
  heartbeat: { id: 0x0001, form: 'dword', zh: '心跳间隔', en: 'Heartbeat interval', unit: seconds, range: [5, 3_600] },
  tcpTimeout: { id: 0x0002, form: 'dword', zh: 'TCP应答超时', en: 'TCP answer timeout', unit: seconds, range: [1, 600] },
  tcpRetries: { id: 0x0003, form: 'dword', zh: 'TCP重传次数', en: 'TCP retries', range: [0, 100] },
  mainApn: { id: 0x0010, form: 'text', zh: '主服务器APN', en: 'Main server: APN' },
  mainUser: { id: 0x0011, form: 'text', zh: '主服务器拨号用户名', en: 'Main server: dial-up user' },
  mainPassword: { id: 0x0012, form: 'text', zh: '主服务器拨号密码', en: 'Main server: dial-up password', isSecret: true },
  mainServer: { id: 0x0013, form: 'text', zh: '主服务器地址', en: 'Main server address' },
  backupServer: { id: 0x0017, form: 'text', zh: '备份服务器地址', en: 'Backup server address' },
  serverPort: { id: 0x0018, form: 'dword', zh: '服务器TCP端口', en: 'Server TCP port' },
  strategy: {
    id: 0x0020,
    form: 'dword',
    zh: '汇报策略',
    en: 'Report strategy',
    choices: reportStrategy,
  },
  notLoggedInEvery: {
    id: 0x0022,
    form: 'dword',
    zh: '未登录时汇报间隔',
    en: 'Report interval, nobody logged in',
    unit: seconds,
    range: [1, 86_400],
  },
  sleepEvery: {
    id: 0x0027,
    form: 'dword',
    zh: '休眠时汇报间隔',
    en: 'Report interval, asleep',
    unit: seconds,
    range: [1, 86_400],
  },
  emergencyEvery: {
    id: 0x0028,
    form: 'dword',
    zh: '紧急报警时汇报间隔',
    en: 'Report interval, emergency',
    unit: seconds,
    range: [1, 3_600],
  },
  usualEvery: { id: 0x0029, form: 'dword', zh: '缺省汇报间隔', en: 'Report interval, usual', unit: seconds, range: [1, 3_600] },
  usualDistance: {
    id: 0x002c,
    form: 'dword',
    zh: '缺省汇报距离',
    en: 'Report distance, usual',
    unit: metres,
    range: [1, 10_000],
  },
  sleepDistance: {
    id: 0x002e,
    form: 'dword',
    zh: '休眠时汇报距离',
    en: 'Report distance, asleep',
    unit: metres,
    range: [1, 10_000],
  },
  emergencyDistance: {
    id: 0x002f,
    form: 'dword',
    zh: '紧急报警时汇报距离',
    en: 'Report distance, emergency',
    unit: metres,
    range: [1, 10_000],
  },
  cornerAngle: {
    id: 0x0030,
    form: 'dword',
    zh: '拐点补传角度',
    en: 'Corner angle',
    unit: { zh: '度', en: 'degrees' },
    range: [1, 179],
  },
  fenceRadius: { id: 0x0031, form: 'word', zh: '电子围栏半径', en: 'Fence radius', unit: metres, range: [1, 65_535] },
  listenNumber: { id: 0x0048, form: 'text', zh: '监听电话号码', en: 'Listen-in number' },
  alarmMask: { id: 0x0050, form: 'dword', zh: '报警屏蔽字', en: 'Alarm mask' },
  speedLimit: {
    id: 0x0055,
    form: 'dword',
    zh: '最高速度',
    en: 'Speed limit',
    unit: { zh: '千米/时', en: 'km/h' },
    range: [1, 200],
  },
  overspeedFor: { id: 0x0056, form: 'dword', zh: '超速持续时间', en: 'Overspeed duration', unit: seconds, range: [1, 600] },
  drivingAtMost: {
    id: 0x0057,
    form: 'dword',
    zh: '连续驾驶时间门限',
    en: 'Continuous driving limit',
    unit: seconds,
    range: [600, 86_400],
  },
  parkingAtMost: {
    id: 0x005a,
    form: 'dword',
    zh: '最长停车时间',
    en: 'Longest parking time',
    unit: seconds,
    range: [60, 604_800],
  },
  collision: { id: 0x005d, form: 'word', zh: '碰撞报警参数', en: 'Collision alarm setting' },
  rollover: { id: 0x005e, form: 'word', zh: '侧翻报警参数', en: 'Rollover alarm setting' },
  odometer: { id: 0x0080, form: 'dword', zh: '里程表读数', en: 'Odometer', unit: { zh: '×0.1 千米', en: '× 0.1 km' } },
  plate: { id: 0x0083, form: 'text', zh: '终端中的车牌号', en: 'Plate number in the terminal', longest: 12 },
  plateColour: {
    id: 0x0084,
    form: 'byte',
    zh: '终端中的车牌颜色',
    en: 'Plate colour in the terminal',
    choices: terminalPlateColour,
  },
} as const satisfies Readonly<Record<string, Parameter>>
type Declared = typeof declared
export type ParameterName = keyof Declared
/** Those that are set from here. */
export type SettableName = {
  [Name in ParameterName]: Declared[Name] extends
    | { readonly range: unknown }
    | { readonly choices: unknown }
    | { readonly longest: unknown }
    ? Name
    : never
}[ParameterName]

export const terminalParameters: Readonly<Record<ParameterName, Parameter>> = declared
const byId = new Map(Object.entries(terminalParameters).map(([name, one]) => [one.id, name as ParameterName]))
/** What a number is called here; null for one that only its terminal's maker knows. */
export const parameterNamed = (id: number): ParameterName | null => byId.get(id) ?? null

/** What a parameter may be set to; null for one that is only read. */
export const settingOf = ({ range, choices, longest }: Parameter): z.ZodType<number | string> | null => {
  if (choices) return choices.schema
  if (range) return z.number().int().min(range[0]).max(range[1])
  return longest === undefined ? null : requiredName(longest)
}
type Settings = { readonly [Name in SettableName]: z.ZodOptional<z.ZodType<number | string>> }
const settings = Object.fromEntries(
  Object.entries(terminalParameters).flatMap(([name, one]) => {
    const schema = settingOf(one)
    return schema === null ? [] : [[name, schema.optional()]]
  }),
) as Settings
/** New values by name; at least one, and none that is only read. */
export const terminalSettings = z
  .strictObject({ id, ...settings })
  .refine(({ id: _id, ...values }) => Object.values(values).some((value) => value !== undefined), {
    message: 'is required',
    path: ['parameters'],
  })
export type TerminalSettings = Omit<z.output<typeof terminalSettings>, 'id'>

/** As people write a number of the standard: `0x0029`; makers' own are longer. */
export const writtenId = (id: number): string => `0x${id.toString(16).toUpperCase().padStart(4, '0')}`
/** A number as people write it. */
export const parameterId = z
  .string()
  .regex(/^0x[0-9A-Fa-f]{4,8}$/, 'not a parameter number as 0x0029')
  .transform((written) => Number(written))

/** Why a terminal did not do what it was asked for, beside that it cannot be reached. */
export const terminalFault = enumeration({
  refused: { code: 'refused', zh: '终端执行失败', en: 'The terminal failed to do it' },
  wrong: { code: 'wrong', zh: '终端认为消息有误', en: 'The terminal takes the message for wrong' },
  unsupported: { code: 'unsupported', zh: '终端不支持', en: 'The terminal does not support it' },
  unreadable: { code: 'unreadable', zh: '终端的应答无法读取', en: 'The answer of the terminal cannot be read' },
})
export type TerminalFault = z.output<typeof terminalFault.schema>

export const terminalParameter = z
  .object({
    /** As people write it: `0x0029`. */
    id: z.string(),
    /** By which it is set; null for one that has no name here. */
    name: z.string().nullable(),
    zh: z.string(),
    en: z.string(),
    type: z.literal(['byte', 'word', 'dword', 'text', 'unknown']),
    /** Null where it has another form than its type says, where that is unknown, and for a password. */
    value: z.union([z.number(), z.string()]).nullable(),
    /** The bytes as they came; empty for a password. */
    hex: z.string(),
  })
  .meta({ id: 'TerminalParameter' })
export type TerminalParameter = z.output<typeof terminalParameter>

/** What became of a question to a terminal; `fault` where it answered and did not do it. */
export const terminalAnswer = z
  .object({
    receipt: receipt.schema,
    fault: terminalFault.schema.nullable(),
    /** In the order of their numbers. */
    parameters: z.array(terminalParameter),
  })
  .meta({ id: 'TerminalAnswer' })
export type TerminalAnswer = z.output<typeof terminalAnswer>

const parameterIds = 200
/** Which are asked for; all of them unless said. */
export const askedParameters = z.array(parameterId).min(1).max(parameterIds).optional()
