import { readFileSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import { z } from 'zod'
import { joined } from '@vigil/contract/kernel/domain.ts'
import type { Watermarks } from './disk.ts'
import { passwordProblem } from './password-policy.ts'
import { readTrustedProxies } from './trusted-proxies.ts'
import { port, type Variables } from './variables.ts'

const flag = z.enum(['0', '1']).transform((value) => value === '1')

const notProxies =
  '须为反向代理的地址、网段（不能是 /0）或 loopback、linklocal、uniquelocal，以逗号分隔，例如 127.0.0.1 / ' +
  'must be the addresses of the reverse proxies, their networks (none of /0), or loopback, linklocal, uniquelocal, apart by commas, e.g. 127.0.0.1: ' +
  'whoever else were believed could claim to come from anywhere'

const schema = z.object({
  PORT: port(8080),
  HOST: z.string().min(1).default('127.0.0.1'),
  VIGIL_DATA_DIR: z.string().min(1).default('./var'),
  DATABASE_URL: z.string().regex(/^postgres(ql)?:\/\//, 'must begin with postgres://'),
  VIGIL_ADMIN_PASSWORD: z.string().optional(),
  VIGIL_DEMO: flag.default(false),
  VIGIL_TIME_ZONE: z
    .string()
    .default('Asia/Shanghai')
    .refine((zone) => isTimeZone(zone), 'is not a time zone'),
  VIGIL_TLS_CERT: z.string().optional(),
  VIGIL_TLS_KEY: z.string().optional(),
  VIGIL_TRUST_PROXY: z
    .string()
    .refine((list) => readTrustedProxies(list) !== null, notProxies)
    .optional(),
  VIGIL_METRICS_KEY: z.string().min(16).optional(),
  VIGIL_DEVICE_KEY: z.string().min(16).max(200).optional(),
  VIGIL_SEED_TOKEN: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
  VIGIL_CONSOLE_DIR: z.string().optional(),
  VIGIL_LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  /** Bytes the database may take before the oldest positions go. */
  VIGIL_DATA_LIMIT: z.coerce.number().int().min(100_000_000).default(4_000_000_000),
  /** Bytes free at which a disk is low and full. */
  VIGIL_DISK_LOW: z.coerce.number().int().min(0).optional(),
  VIGIL_DISK_FULL: z.coerce.number().int().min(0).optional(),
})

const isTimeZone = (zone: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

/** What a hash of a password costs whoever makes one: KiB, passes over them, lanes. */
export interface HashCost {
  readonly memoryCost: number
  readonly timeCost: number
  readonly parallelism: number
}
/** The OWASP parameters: 19 MiB, two passes, one lane. No variable makes it less. */
export const fullHashCost: HashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export interface Config {
  readonly port: number
  readonly host: string
  readonly databaseUrl: string
  readonly dataDir: string
  readonly adminPassword: string | null
  readonly demo: boolean
  readonly timeZone: string
  /** What the two files hold. */
  readonly tls: { readonly cert: string; readonly key: string } | null
  readonly trustProxy: string | null
  readonly metricsKey: string | null
  readonly deviceKey: string | null
  readonly seedToken: string | null
  readonly consoleDir: string | null
  readonly logLevel: string
  readonly dataLimit: number
  readonly diskMarks: Watermarks
  readonly hashCost: HashCost
  /** What domains declare for themselves, by the names of the variables. */
  readonly variables: Readonly<Record<string, unknown>>
}

/** A setting that makes a start impossible: one sentence for who started it. */
export class ConfigError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ConfigError'
  }
}

const readTls = (certPath: string, keyPath: string): { cert: string; key: string } => {
  const read = (variable: string, path: string): string => {
    try {
      return readFileSync(path, 'utf8')
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      throw new ConfigError(`配置错误 / configuration: ${variable}=${path} 无法读取 / cannot be read: ${why}`)
    }
  }
  const tls = { cert: read('VIGIL_TLS_CERT', certPath), key: read('VIGIL_TLS_KEY', keyPath) }
  try {
    createSecureContext(tls)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new ConfigError(
      `配置错误 / configuration: VIGIL_TLS_CERT=${certPath} 和 / and VIGIL_TLS_KEY=${keyPath} 不是一对可用的 PEM 证书和私钥 / are not a certificate and its key in PEM: ${why}`,
    )
  }
  return tls
}

/** Of the first account, whose name it must not contain either; there is no site yet that has a name. */
const readAdminPassword = (password: string | undefined): string | null => {
  const problem = password === undefined ? null : passwordProblem(password, 'admin', '')
  if (problem) throw new ConfigError(`配置错误 / configuration: VIGIL_ADMIN_PASSWORD：${problem.zh} / ${problem.en}`)
  return password ?? null
}

const loopback = new Set(['127.0.0.1', '::1', 'localhost'])

const checked = <Shape extends z.ZodType>(shape: Shape, given: object): z.output<Shape> => {
  const parsed = shape.safeParse(given)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw new ConfigError(`配置错误 / configuration: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`)
}

/** Reads the whole configuration once, with what each domain declares; throws `ConfigError` naming the variable that is wrong. */
export const readConfig = (env: NodeJS.ProcessEnv, declared: Readonly<Record<string, Variables>> = {}): Config => {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  // One that two declare, or that is the server's own, is refused.
  joined({ ...declared, server: schema.shape })
  const value = checked(schema, given)
  if ((value.VIGIL_TLS_CERT === undefined) !== (value.VIGIL_TLS_KEY === undefined)) {
    throw new ConfigError('配置错误 / configuration: VIGIL_TLS_CERT 和 VIGIL_TLS_KEY 须同时设置 / set both or neither')
  }
  if (!loopback.has(value.HOST) && value.VIGIL_TLS_CERT === undefined && value.VIGIL_TRUST_PROXY === undefined) {
    throw new ConfigError(
      `HOST=${value.HOST}：通话和定位需要安全页面，请设置 VIGIL_TLS_CERT 和 VIGIL_TLS_KEY，或在受信任的反向代理后设置 VIGIL_TRUST_PROXY / ` +
        'calls need a secure page: set VIGIL_TLS_CERT and VIGIL_TLS_KEY, or VIGIL_TRUST_PROXY behind a trusted proxy',
    )
  }
  return {
    port: value.PORT,
    host: value.HOST,
    databaseUrl: value.DATABASE_URL,
    dataDir: value.VIGIL_DATA_DIR,
    adminPassword: readAdminPassword(value.VIGIL_ADMIN_PASSWORD),
    demo: value.VIGIL_DEMO,
    timeZone: value.VIGIL_TIME_ZONE,
    tls:
      value.VIGIL_TLS_CERT !== undefined && value.VIGIL_TLS_KEY !== undefined
        ? readTls(value.VIGIL_TLS_CERT, value.VIGIL_TLS_KEY)
        : null,
    trustProxy: value.VIGIL_TRUST_PROXY ?? null,
    metricsKey: value.VIGIL_METRICS_KEY ?? null,
    deviceKey: value.VIGIL_DEVICE_KEY ?? null,
    seedToken: value.VIGIL_SEED_TOKEN ?? null,
    consoleDir: value.VIGIL_CONSOLE_DIR ?? null,
    logLevel: value.VIGIL_LOG_LEVEL,
    dataLimit: value.VIGIL_DATA_LIMIT,
    diskMarks: { low: value.VIGIL_DISK_LOW ?? null, full: value.VIGIL_DISK_FULL ?? null },
    hashCost: fullHashCost,
    variables: checked(z.object(joined(declared)), given),
  }
}
