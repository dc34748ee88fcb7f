import { mostBytes, mostItems, ofSystem } from '@vigil/contract/cases/entities.ts'
import type { Text } from '@vigil/contract/kernel/text.ts'

/** Pure: what items are called, what a case takes, and when one that failed is tried again. */

/** The name of an item that is added as the so-manyth of its case, so that no two share one. */
export const addedName = (number: number, name: string): string => `${String(number).padStart(3, '0')}-${name}`

const megabytes = (bytes: number): number => Math.floor(bytes / 1_000_000)

/** Why a case does not take what would make it so many items and bytes; null where it does. */
export const tooMuch = (items: number, bytes: number, isAsked: boolean): Text | null => {
  if (items > mostItems + (isAsked ? 0 : ofSystem.items))
    return {
      zh: `已满：最多 ${mostItems} 份材料，不能再补充`,
      en: `is full: it holds ${mostItems} items at most and takes no more`,
    }
  if (bytes > mostBytes + (isAsked ? 0 : ofSystem.bytes))
    return {
      zh: `放不下：全部材料最多 ${megabytes(mostBytes)} MB`,
      en: `has no room for it: all items together have ${megabytes(mostBytes)} MB at most`,
    }
  return null
}

const firstWait = 5_000
const longestWait = 3_600_000
/** Milliseconds until a case is tried again that failed so often before. */
export const waitAfter = (failures: number): number => Math.min(longestWait, firstWait * 2 ** Math.min(failures, 20))
