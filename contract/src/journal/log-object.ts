import { domains } from '../index.ts'
import type { Call } from '../kernel/call.ts'
import { enumeration } from '../kernel/enumeration.ts'
import { nounSavedBy, type Noun } from '../kernel/noun.ts'
import type { Language, Text } from '../kernel/text.ts'

const calls = Object.values(domains).flatMap((domain) => Object.values<Call>(domain))
/** Every noun whose records somebody can save. */
const nouns: readonly Noun[] = [...new Set(calls.flatMap((call) => nounSavedBy(call) ?? []))]
const sentence = (text: string): string => text.replace(/^./, (first) => first.toUpperCase())
const byName = new Map(nouns.map((noun) => [noun.name, noun]))

/** The noun of which a row of the log tells; null where it tells of something else. */
export const nounOfLog = (object: string): Noun | null => byName.get(object) ?? null

/** What a row of the log tells of, in words: the nouns, and what else the server writes. Refusals name the call by its path. */
export const logObject = enumeration({
  ...Object.fromEntries(nouns.map(({ name, word }) => [name, { code: name, zh: word.zh, en: sentence(word.en) }])),
  alarm: { code: 'alarm', zh: '报警', en: 'Alarm' },
  basemap: { code: 'basemap', zh: '底图', en: 'Basemap' },
  deviceKey: { code: 'deviceKey', zh: '设备密钥', en: 'Device key' },
  file: { code: 'file', zh: '文件', en: 'File' },
  helpCall: { code: 'helpCall', zh: '求救', en: 'Call for help' },
  journal: { code: 'journal', zh: '系统日志', en: 'System log' },
  lockedScreen: { code: 'lockedScreen', zh: '锁定的屏幕', en: 'Locked screen' },
  ownPassword: { code: 'ownPassword', zh: '本人密码', en: 'Own password' },
  passwordReset: { code: 'passwordReset', zh: '密码重置', en: 'Password reset' },
  personData: { code: 'personData', zh: '个人信息', en: 'Personal data' },
  position: { code: 'position', zh: '定位记录', en: 'Positions' },
  role: { code: 'role', zh: '角色', en: 'Role' },
  session: { code: 'session', zh: '会话', en: 'Session' },
  sessionsOfUser: { code: 'sessionsOfUser', zh: '用户的全部会话', en: 'All sessions of a user' },
  signInLock: { code: 'signInLock', zh: '登录锁定', en: 'Sign-in lock' },
  track: { code: 'track', zh: '历史轨迹', en: 'Track' },
})

const callNames = new Map<string, Text>(calls.map(({ path, describe }) => [path, describe]))

/** What a row tells of, in words: a noun's, or what the call does that was refused. */
export const logObjectName = (object: string, language: Language): string =>
  callNames.get(object)?.[language] ?? logObject.name(object, language)

/** What rows may tell of, so that people call it by something that contains these words, in either language. */
export const logObjectsCalled = (words: string): string[] => {
  const wanted = words.toLowerCase()
  return [...logObject.codes, ...callNames.keys()].filter((object) =>
    (['zh', 'en'] as const).some((language) => logObjectName(object, language).toLowerCase().includes(wanted)),
  )
}
