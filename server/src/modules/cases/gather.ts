import { createHash } from 'node:crypto'
import type { CaseItem } from '@vigil/contract/cases/entities.ts'
import type { WholeAlarm } from '../alarms/index.ts'
import type { PositionDoor, StoredFix } from '../positions/index.ts'
import type { NewItem } from './store.ts'

/** What is copied of an alarm when its case is made. */

/** An item of bytes. */
export const itemOf = (name: string, kind: CaseItem['kind'], mediaType: string, content: Buffer): NewItem => ({
  name,
  kind,
  mediaType,
  size: content.length,
  sha256: createHash('sha256').update(content).digest('hex'),
  content,
  fileId: null,
})

const json = (name: string, kind: CaseItem['kind'], value: unknown): NewItem =>
  itemOf(name, kind, 'application/json', Buffer.from(`${JSON.stringify(value, null, 2)}\n`))

/** Fixes of one item, about. */
const fixesAtOnce = 20_000
const columns = ['fixTime', 'recvTime', 'kind', 'lng', 'lat', 'alt', 'accuracy', 'speed', 'course', 'floor', 'battery'] as const

const instant = (time: number): string => new Date(time).toISOString()
const lineOf = (fix: StoredFix): string =>
  columns.map((name) => (name === 'fixTime' || name === 'recvTime' ? instant(fix[name]) : (fix[name] ?? ''))).join(',')

const partOf = (number: number, fixes: readonly StoredFix[]): NewItem =>
  itemOf(`track-${number}.csv`, 'track', 'text/csv', Buffer.from([columns.join(','), ...fixes.map(lineOf), ''].join('\n')))

/** Bytes of track that one case keeps: all of them are in memory while it is made. */
const trackBytesAtMost = 64 * 1024 * 1024
/** Says to whoever reads the case that the track goes on. */
const cutNote = (from: number): NewItem =>
  itemOf(
    'track-cut.txt',
    'note',
    'text/plain',
    Buffer.from(
      `轨迹数据过大，${instant(from)}（UTC）以后的部分没有保存。\nThe track is too large: what follows from ${instant(from)} (UTC) was not kept.\n`,
    ),
  )

/** Of a device that told nothing, one with no line but its head. */
async function* partsOf(batches: AsyncIterable<StoredFix[]>): AsyncGenerator<{ item: NewItem; from: number }> {
  let number = 1
  let held: StoredFix[] = []
  const part = () => ({ item: partOf(number, held), from: held[0]?.fixTime ?? 0 })
  for await (const fixes of batches) {
    held.push(...fixes)
    if (held.length < fixesAtOnce) continue
    yield part()
    number += 1
    held = []
  }
  if (held.length > 0 || number === 1) yield part()
}

async function* trackItems(batches: AsyncIterable<StoredFix[]>, bytesAtMost: number): AsyncGenerator<NewItem> {
  let bytes = 0
  for await (const { item, from } of partsOf(batches)) {
    bytes += item.size
    if (bytes > bytesAtMost) {
      yield cutNote(from)
      return
    }
    yield item
  }
}

/** An alarm may last for months: of a longer time the last days are kept. */
const trackAtMost = 7 * 86_400_000
export const trackSpan = ({ from, to }: Pick<WholeAlarm, 'from' | 'to'>): { readonly from: number; readonly to: number } => ({
  from: Math.max(from, to - trackAtMost),
  to,
})

export async function* gathered(
  whole: WholeAlarm,
  walk: PositionDoor['walk'],
  bytesAtMost = trackBytesAtMost,
): AsyncGenerator<NewItem> {
  const { alarm, steps, others } = whole
  yield json('alarm.json', 'alarm', alarm)
  yield json('steps.json', 'steps', steps)
  yield json('alarms-of-source.json', 'others', others)
  if (alarm.objectId === null) return
  const { from, to } = trackSpan(whole)
  yield* trackItems(walk(alarm.objectId, from, to), bytesAtMost)
}
