import type { Text } from '@vigil/contract/kernel/text.ts'
import type { plateColour } from '@vigil/contract/devices/car.ts'
import type { CodeOf } from '@vigil/contract/kernel/enumeration.ts'
import type { Passage } from '../../modules/gates/index.ts'

export type PlateColour = CodeOf<typeof plateColour>

/** What cameras say of a vehicle without a plate, in the form of `usualPlate`. */
export const withoutPlate: ReadonlySet<string> = new Set([
  'UNKNOWN',
  'UNKNOW',
  'NOPLATE',
  'NONE',
  'NULL',
  'UNLICENSED',
  '无车牌',
  '无牌',
  '无牌车',
  '未识别',
  '未知',
  '没有车牌',
  '未检测到车牌',
  '无号牌',
  '无',
  '默认',
  '-',
  '--',
])

/** By what a word has in it; a plate of new energy is green, also where it is yellow and green. */
export const plateColours: readonly (readonly [RegExp, PlateColour | ''])[] = [
  [/green|绿/, 'green'],
  [/blue|蓝/, 'blue'],
  [/yellow|黄/, 'yellow'],
  [/white|白/, 'white'],
  [/black|黑/, 'black'],
  [/^$|unknown?$|other|mixed|^red$|其他|未知|红/, ''],
]

interface Pass {
  readonly by: Passage['passType']
  /** Null of one that was let through. */
  readonly refused: Text | null
}
const through = (by: Passage['passType']): Pass => ({ by, refused: null })
const not = (by: Passage['passType'], zh: string, en: string): Pass => ({ by, refused: { zh, en } })

/**
 * Minor codes of Hikvision's event class 5 that say who passed or was refused. The others tell of locks, doors and buttons: one pass
 * makes several of those.
 */
export const hikvisionMinors: ReadonlyMap<number, Pass> = new Map([
  [1, through('card')],
  [2, through('card')],
  [6, not('card', '无通行权限', 'no right to pass')],
  [7, not('card', '不在允许时段', 'outside the permitted hours')],
  [8, not('card', '权限已过期', 'the permission has expired')],
  [9, not('card', '卡未登记', 'unknown card')],
  [10, not('card', '反潜回', 'anti-passback')],
  [38, through('finger')],
  [39, not('finger', '指纹不匹配', 'the fingerprint does not match')],
  [40, through('finger')],
  [54, through('face')],
  [60, through('face')],
  [69, through('finger')],
  [75, through('face')],
  [76, not('face', '人脸不匹配', 'the face does not match')],
  [77, through('face')],
  [80, not('face', '人脸未识别', 'face not recognised')],
  [101, through('other')],
  [104, through('other')],
  [105, through('idCard')],
  [156, through('qr')],
  [157, not('qr', '二维码无效', 'the QR code is not valid')],
  [181, through('other')],
])

/** Dahua's ways to open; others are `other`. */
export const dahuaMethods: ReadonlyMap<number, Passage['passType']> = new Map([
  [1, 'card'],
  [2, 'card'],
  [4, 'remote'],
  [6, 'finger'],
  [15, 'face'],
])
