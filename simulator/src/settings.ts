import { parseArgs } from 'node:util'
import { sources, type Source } from './scenarios/once.ts'
import type { DemoPasswords } from './seed.ts'

export interface Account {
  readonly userName: string
  readonly password: string
}

/** What the simulator was told on its command line and by its environment. */
export interface Settings {
  readonly origin: string
  readonly deviceKey: string | null
  /** Where terminals of vehicles connect; without it vehicles report over HTTP as badges do. */
  readonly terminals: { readonly host: string; readonly port: number } | null
  /** Where the plant's gates listen, on this machine, for what they are told; without it nobody can open one. */
  readonly gatePort: number | null
  /** With it the site is seeded first. */
  readonly seedToken: string | null
  readonly passwords: DemoPasswords | null
  readonly seedOnly: boolean
  /** Whether a site that is seeded has two weeks behind it. */
  readonly history: boolean
  /** IANA name of the zone by which the plant works. */
  readonly timeZone: string
  /** Scenarios of the plant to play at once. */
  readonly scenarios: readonly string[]
  /** Sources of alarms to play instead of the plant, and who makes what that needs; null: the plant lives. */
  readonly once: { readonly sources: readonly Source[]; readonly account: Account } | null
  readonly quietDirector: boolean
  /** Where the logins of gates and cameras are kept that push: written when the site is seeded, read at every start. Without it nothing is pushed. */
  readonly pushLogins: string | null
  readonly followParent: boolean
  readonly seed: string
  readonly hats: number | undefined
  readonly badges: number | undefined
  readonly cars: number | undefined
}

/** Throws an error whose message says what to change. */
export const readSettings = (args: readonly string[], environment: Readonly<Record<string, string | undefined>>): Settings => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      'seed-only': { type: 'boolean', default: false },
      scenario: { type: 'string', multiple: true, default: [] },
      'quiet-director': { type: 'boolean', default: false },
      'follow-parent': { type: 'boolean', default: false },
      seed: { type: 'string', default: 'vigil' },
      hats: { type: 'string' },
      badges: { type: 'string' },
      cars: { type: 'string' },
    },
  })
  const number = (name: 'hats' | 'badges' | 'cars'): number | undefined => {
    const text = values[name]
    if (text === undefined) return undefined
    if (!/^\d{1,4}$/.test(text)) throw new Error(`--${name} takes a number of devices, not ${text}`)
    return Number(text)
  }
  const settings: Settings = {
    origin: (environment['VIGIL_ORIGIN'] ?? 'http://127.0.0.1:8080').replace(/\/+$/, ''),
    deviceKey: environment['VIGIL_DEVICE_KEY'] || null,
    terminals: readTerminals(environment['VIGIL_TERMINALS']),
    gatePort: readPort('VIGIL_GATE_PORT', environment['VIGIL_GATE_PORT']),
    seedToken: environment['VIGIL_SEED_TOKEN'] || null,
    passwords: readPasswords(environment['VIGIL_DEMO_PASSWORDS']),
    seedOnly: values['seed-only'],
    history: environment['VIGIL_DEMO_HISTORY'] !== '0',
    timeZone: environment['VIGIL_TIME_ZONE'] || 'Asia/Shanghai',
    scenarios: values.scenario,
    once: readOnce(values.scenario, environment),
    quietDirector: values['quiet-director'],
    pushLogins: environment['VIGIL_PUSH_LOGINS'] || null,
    followParent: values['follow-parent'],
    seed: values.seed,
    hats: number('hats'),
    badges: number('badges'),
    cars: number('cars'),
  }
  if (!/^https?:\/\/[^/]+$/.test(settings.origin)) throw new Error('VIGIL_ORIGIN must be like http://127.0.0.1:8080')
  if (!settings.seedOnly && !settings.deviceKey) throw new Error('VIGIL_DEVICE_KEY must hold a device key of the server')
  if (settings.seedOnly && !settings.seedToken) throw new Error('--seed-only needs VIGIL_SEED_TOKEN')
  if (settings.seedToken && !settings.passwords) throw new Error('VIGIL_SEED_TOKEN needs VIGIL_DEMO_PASSWORDS beside it')
  return settings
}

/** Played of all sources at once. */
const all = 'once-all'

const readOnce = (names: readonly string[], environment: Readonly<Record<string, string | undefined>>): Settings['once'] => {
  const wanted = names.filter((name) => name.startsWith('once-'))
  if (wanted.length === 0) return null
  if (wanted.length < names.length)
    throw new Error(`${wanted.join(', ')} is played without the plant, and so without other scenarios`)
  const unknown = wanted.find((name) => name !== all && !sources.some((source) => source.name === name))
  if (unknown !== undefined) throw new Error(`there is no scenario ${unknown}`)
  const { VIGIL_USER: userName, VIGIL_PASSWORD: password } = environment
  if (!userName || !password)
    throw new Error(`${wanted.join(', ')} needs VIGIL_USER and VIGIL_PASSWORD, who makes its fences and devices`)
  const chosen = wanted.includes(all) ? sources : sources.filter(({ name }) => wanted.includes(name))
  return { sources: chosen, account: { userName, password } }
}

const readTerminals = (text: string | undefined): Settings['terminals'] => {
  if (!text) return null
  const [, host = '', port = ''] = /^([^:]+):(\d{1,5})$/.exec(text) ?? []
  if (host === '') throw new Error('VIGIL_TERMINALS must be like 127.0.0.1:8808')
  return { host, port: Number(port) }
}

const readPort = (name: string, text: string | undefined): number | null => {
  if (!text) return null
  if (!/^[1-9]\d{0,4}$/.test(text) || Number(text) > 65_535) throw new Error(`${name} must be a port, not ${text}`)
  return Number(text)
}

const readPasswords = (text: string | undefined): DemoPasswords | null => {
  if (!text) return null
  const found = parse(text)
  if (!isPasswords(found)) throw new Error('VIGIL_DEMO_PASSWORDS must be JSON with operator, guard and qt')
  return found
}
/** Null for what is not JSON: an error of the parser would print a part of the text, which holds passwords. */
const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
const isPasswords = (found: unknown): found is DemoPasswords =>
  typeof found === 'object' &&
  found !== null &&
  ['operator', 'guard', 'qt'].every((name) => {
    const password: unknown = Reflect.get(found, name)
    return typeof password === 'string' && password !== ''
  })
