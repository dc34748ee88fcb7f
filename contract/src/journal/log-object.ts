import { dept } from '../accounts/dept.ts'
import { permissionResource } from '../accounts/permission.ts'
import { user } from '../accounts/user.ts'
import { broadcast } from '../broadcasts/broadcast.ts'
import { noticeRecord } from '../broadcasts/notice-record.ts'
import { badge } from '../devices/badge.ts'
import { beacon } from '../devices/beacon.ts'
import { car } from '../devices/car.ts'
import { hat } from '../devices/hat.ts'
import { loraGateway } from '../devices/lora-gateway.ts'
import { dictItem } from '../dictionary/dict-item.ts'
import { dict } from '../dictionary/dict.ts'
import { barrierGate } from '../gates/barrier-gate.ts'
import { hazardArea } from '../hazards/hazard-area.ts'
import { hazardPoint } from '../hazards/hazard-point.ts'
import { building } from '../indoor/building.ts'
import { floor } from '../indoor/floor.ts'
import { indoorArea } from '../indoor/indoor-area.ts'
import { enumeration } from '../kernel/enumeration.ts'
import type { Noun } from '../kernel/noun.ts'
import { pushRecord } from '../push/record.ts'
import { pushTaskType } from '../push/task-type.ts'
import { pushUserConfig } from '../push/user-config.ts'
import { firmware } from '../site/firmware.ts'
import { siteSettings } from '../site/settings.ts'
import { speedCamera } from '../traffic/speed-camera.ts'
import { camera } from '../video/camera.ts'

const nouns: readonly Noun[] = [
  badge,
  barrierGate,
  beacon,
  broadcast,
  building,
  camera,
  car,
  dept,
  dict,
  dictItem,
  firmware,
  floor,
  hat,
  hazardArea,
  hazardPoint,
  indoorArea,
  loraGateway,
  noticeRecord,
  permissionResource,
  pushRecord,
  pushTaskType,
  pushUserConfig,
  siteSettings,
  speedCamera,
  user,
]
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
  fence: { code: 'fence', zh: '电子围栏', en: 'Electronic fence' },
  file: { code: 'file', zh: '文件', en: 'File' },
  journal: { code: 'journal', zh: '系统日志', en: 'System log' },
  ownPassword: { code: 'ownPassword', zh: '本人密码', en: 'Own password' },
  passwordReset: { code: 'passwordReset', zh: '密码重置', en: 'Password reset' },
  role: { code: 'role', zh: '角色', en: 'Role' },
  session: { code: 'session', zh: '会话', en: 'Session' },
  sessionsOfUser: { code: 'sessionsOfUser', zh: '用户的全部会话', en: 'All sessions of a user' },
  track: { code: 'track', zh: '历史轨迹', en: 'Track' },
})
