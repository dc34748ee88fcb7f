import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { sipPath, type SipAccount } from '@vigil/contract/telephony/entities.ts'
import { ConfigError } from '../../kernel/config.ts'
import type { ValuesOf } from '../../kernel/variables.ts'

/** By what calls are carried: by this server itself, unless the environment names another proxy, and by which relays of media. */
export interface Engine {
  /** By which SIP names the site. */
  readonly domain: string
  /** Where clients connect; absolute, or a path below the console's own address. */
  readonly url: string
  /** By which a proxy of its own shows that it is one; null where this server is the proxy. */
  readonly key: string | null
  /** `host:port`, empty for none. */
  readonly stun: string
  /** Of a relay, with the secret that it shares with us; null for none. */
  readonly turn: { readonly host: string; readonly secret: string } | null
}

const noDomain = '须为主机名，例如 sip.example.com / must be a host name, e.g. sip.example.com'
const noUrl =
  '须为 ws://、wss:// 地址或以 / 开头的路径 / must be an address that begins with ws:// or wss://, or a path that begins with /'
const noKey = '须为 32 到 128 个字母、数字、- 或 _ / must be 32 to 128 letters, digits, - or _'
const noHost = '须为 主机:端口，例如 turn.example.com:3478 / must be host:port, e.g. turn.example.com:3478'

const secret = z.string().regex(/^[\w-]{32,128}$/, noKey)
const hostAndPort = z.string().regex(/^(?:[a-z0-9.-]{1,253}|\[[0-9a-f:.]{2,45}\]):\d{1,5}$/i, noHost)

export const engineVariables = {
  VIGIL_SIP_DOMAIN: z
    .string()
    .regex(/^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/, noDomain)
    .default('vigil.local'),
  VIGIL_SIP_URL: z
    .string()
    .regex(/^(?:wss?:\/\/[^\s/?#@]+)?\/?[\w./-]*$/, noUrl)
    .refine((given) => /^(?:wss?:\/\/|\/)/.test(given), noUrl)
    .optional(),
  VIGIL_SIP_KEY: secret.optional(),
  VIGIL_STUN_HOST: hostAndPort.optional(),
  VIGIL_TURN_HOST: hostAndPort.optional(),
  VIGIL_TURN_SECRET: secret.optional(),
}

/** Throws a `ConfigError` for one of two without the other. */
export const engineOf = (told: ValuesOf<typeof engineVariables>): Engine => {
  const { VIGIL_SIP_URL: url, VIGIL_SIP_KEY: key, VIGIL_TURN_HOST: host, VIGIL_TURN_SECRET: turnSecret } = told
  const both = (one: string, other: string): ConfigError =>
    new ConfigError(`配置错误 / configuration: ${one} 和 ${other} 须同时设置 / set both or neither`)
  if ((url === undefined) !== (key === undefined)) throw both('VIGIL_SIP_URL', 'VIGIL_SIP_KEY')
  if ((host === undefined) !== (turnSecret === undefined)) throw both('VIGIL_TURN_HOST', 'VIGIL_TURN_SECRET')
  return {
    domain: told.VIGIL_SIP_DOMAIN,
    url: url ?? sipPath,
    key: key ?? null,
    stun: told.VIGIL_STUN_HOST ?? '',
    turn: host === undefined || turnSecret === undefined ? null : { host, secret: turnSecret },
  }
}

/** Milliseconds in which one login of the relay follows the next; each holds for as long again. */
const week = 7 * 86_400_000

/** A login of somebody's own for the relay, which knows it by the secret alone (coturn's `use-auth-secret`): the same for a week. */
export const relayLogin = (
  turn: Engine['turn'],
  number: string,
  now: number,
): Pick<SipAccount, 'turn_host' | 'turn_user' | 'turn_pwd'> => {
  if (turn === null) return { turn_host: '', turn_user: '', turn_pwd: '' }
  const until = (Math.floor(now / week) + 2) * (week / 1_000)
  const user = `${until}:${number}`
  return { turn_host: turn.host, turn_user: user, turn_pwd: createHmac('sha1', turn.secret).update(user).digest('base64') }
}
