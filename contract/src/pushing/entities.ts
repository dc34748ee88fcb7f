import { z } from 'zod'
import { enumeration } from '../kernel/enumeration.ts'
import { time } from '../kernel/shapes.ts'

/** What a device pushes, and so where: `/ingest/anpr` or `/ingest/gate`. */
export const pushWay = enumeration({
  anpr: { code: 'anpr', zh: '过车', en: 'Vehicle passes' },
  gate: { code: 'gate', zh: '门禁通行', en: 'Gate passages' },
})

/** Why a push was not taken. */
export const unknownPushReason = enumeration({
  unregistered: { code: 'unregistered', zh: '地址未登记', en: 'Unregistered address' },
  needsLogin: { code: 'needsLogin', zh: '已设推送账号，推送未带账号', en: 'Has a login, pushes without it' },
  sharedAddress: {
    code: 'sharedAddress',
    zh: '多台设备登记了此地址，需用推送账号',
    en: 'Several devices have this address: they need logins',
  },
  wrongLogin: { code: 'wrongLogin', zh: '账号或密码错误', en: 'Wrong user name or password' },
})

/** With which a device shows who it is, without its password. */
export const pushLogin = z
  .object({ userName: z.string(), createdAt: time, lastUsedAt: time.nullable() })
  .meta({ id: 'PushLogin' })

/** The password is told this once; what is stored shows it to nobody. */
export const newPushLogin = z.object({ userName: z.string(), password: z.string() }).meta({ id: 'NewPushLogin' })

/** Characters of what an unknown device said that are kept. */
export const longestSaid = 300

/** A device that pushed and was not let in, once for its address and what it pushes. */
export const unknownPush = z
  .object({
    way: pushWay.schema,
    address: z.string(),
    reason: unknownPushReason.schema,
    /** The plate and the beginning of what it said last. */
    said: z.string().max(longestSaid),
    firstSeen: time,
    lastSeen: time,
    count: z.number().int().min(1),
  })
  .meta({ id: 'UnknownPush' })

/** Why a record lacks a picture that its device sent. */
export const pictureLoss = enumeration({
  quota: { code: 'quota', zh: '超出设备当天配额', en: 'over the device’s daily quota' },
  failed: { code: 'failed', zh: '存储失败', en: 'could not be stored' },
})

/** What a device pushes that nobody can read, and is refused. */
export const unreadPush = z
  .object({
    /** Since `firstSeen`. */
    count: z.number().int().min(1),
    firstSeen: time,
    lastSeen: time,
    /** Why the last one was not read, in the reader's language. */
    reason: z.string(),
    /** How that one began. */
    said: z.string().max(longestSaid),
  })
  .meta({ id: 'UnreadPush' })

/** What of its pictures was kept of a device today, by the site's days, and what of its pushes was not read. */
export const pushQuota = z
  .object({
    bytes: z.number().int().min(0),
    /** Bytes a day; 0 for no limit. */
    most: z.number().int().min(0),
    /** Since when its pictures are left out; null where they are kept. */
    fullSince: time.nullable(),
    /** Pushes of today whose pictures were not kept. */
    leftOut: z.number().int().min(0),
    /** Null where all of it was read lately. */
    unread: unreadPush.nullable(),
  })
  .meta({ id: 'PushQuota' })
