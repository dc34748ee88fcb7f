import type { Needs } from '@vigil/contract/kernel/call.ts'
import type { Permission } from '@vigil/contract/menu/routes.ts'
import type { Language } from '@vigil/contract/kernel/text.ts'
import type { Reach } from './scope.ts'

/** Somebody who showed who he is, by the account of his session or by the key of his device. */
export type Identity = `user:${string}` | `key:${string}`

/** Who asks. Permissions and scope are as of at most two seconds ago. */
export interface Caller extends Reach {
  readonly sessionId: string
  readonly userId: string
  readonly cname: string
  readonly workNum: string
  readonly deptId: string | null
  readonly deptName: string
  readonly superAdministrator: boolean
  readonly mustChangePassword: boolean
  /** A wall display: nobody sits before it, and it only looks. */
  readonly wall: boolean
}

/** The caller of a public call: nobody, who may nothing. */
export const stranger: Caller = {
  sessionId: '',
  userId: '',
  cname: '',
  workNum: '',
  deptId: null,
  deptName: '',
  administrator: false,
  superAdministrator: false,
  permissions: new Set(),
  scope: { all: false, deptIds: new Set() },
  mustChangePassword: false,
  wall: false,
}

export const may = (caller: Caller, permission: Permission): boolean => caller.administrator || caller.permissions.has(permission)
/** Whether somebody who is signed in may make a call. */
export const mayAsk = (caller: Caller, needs: Needs): boolean =>
  typeof needs === 'string' || needs.anyOf.some((permission) => may(caller, permission))

/** A file that came with a call, for as long as the call lasts: who wants to keep it moves it away. */
export interface Upload {
  /** As its sender called it, without folders. */
  readonly name: string
  readonly path: string
  /** Bytes. */
  readonly size: number
  readonly sha256: string
}

/** Everything about a request that a handler may need beside its body. */
export interface Asked {
  readonly caller: Caller
  readonly language: Language
  readonly ip: string
  readonly userAgent: string
  /** ms since 1970 when the request came in. */
  readonly since: number
  /** The raw token of the session, empty for a stranger. */
  readonly token: string
  /** Where the contract says `upload`, if a file came. */
  readonly upload?: Upload
  /** Whether whoever asked waits for no answer any more; where that is not said nobody is missed. */
  readonly hasGone?: () => boolean
  /** Sets or clears the cookie for what a browser fetches without headers. */
  readonly setCookie: (token: string | null) => void
}

/** What the journal has in the place of a person's name where no person acted. */
export const nobodys = {
  system: '系统',
  stranger: '未登录',
  unknownDevice: '未知设备',
  deviceKey: (name: string): string => `设备密钥“${name}”`,
} as const
const bareName = (name: string): string => name.normalize('NFKC').replaceAll(/[^\p{Letter}\p{Number}]/gu, '')
const inEnglish: Readonly<Record<string, string>> = {
  [nobodys.system]: 'System',
  [nobodys.stranger]: 'Not signed in',
  [nobodys.unknownDevice]: 'Unknown device',
}
/** One of those as a reader's language has it. */
export const nobodysIn = (name: string, language: Language): string => {
  if (language === 'zh') return name
  const key = /^设备密钥“(.*)”$/s.exec(name)?.[1]
  return key === undefined ? (inEnglish[name] ?? name) : `Device key “${key}”`
}
/** Those that a language calls by another name than is kept, with a keyword in it. */
export const nobodysCalled = (keyword: string, language: Language): string[] =>
  Object.entries(language === 'zh' ? {} : inEnglish).flatMap(([name, english]) =>
    english.toLowerCase().includes(keyword.toLowerCase()) ? name : [],
  )
/** Whether a name reads as one of those, so that nobody may be called so. */
export const isNobodys = (name: string): boolean => {
  const given = bareName(name)
  return (
    given.startsWith(bareName(nobodys.deviceKey(''))) ||
    [nobodys.system, nobodys.stranger, nobodys.unknownDevice].some((known) => known === given)
  )
}

/** Who acts where nobody asked. */
export const theSystem = (now: number): Asked => ({
  caller: { ...stranger, cname: nobodys.system },
  language: 'zh',
  ip: 'server',
  userAgent: '',
  since: now,
  token: '',
  setCookie: () => undefined,
})
