import { createHash } from 'node:crypto'
import { mostTrack, type CaseItem } from '@vigil/contract/cases/entities.ts'
import type { CallRecord } from '@vigil/contract/telephony/entities.ts'
import type { WholeAlarm } from '../alarms/index.ts'
import type { OpenFile } from '../files/index.ts'
import type { PositionDoor, StoredFix } from '../positions/index.ts'
import { cutName, noTrack, type KeptTrack } from './kept-track.ts'
import type { NewItem } from './store.ts'

/** What is copied of an alarm when its case is made. */

/** An alarm with all that is told of it here, and who was called for it, the oldest first. */
export interface ToldAlarm extends WholeAlarm {
  readonly calls: readonly CallRecord[]
}

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

/** One whose bytes a file holds that was kept for it. */
export const fileItem = (
  name: string,
  { id, type, size, sha256 }: Pick<OpenFile, 'id' | 'type' | 'size' | 'sha256'>,
): NewItem => ({
  name,
  kind: 'file',
  mediaType: type,
  size,
  sha256,
  content: null,
  fileId: id,
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

/** Says to whoever reads the case that the track goes on. */
const cutNote = (from: number): NewItem =>
  itemOf(
    cutName,
    'note',
    'text/plain',
    Buffer.from(
      `轨迹数据过大，${instant(from)}（UTC）以后的部分没有保存。\nThe track is too large: what follows from ${instant(from)} (UTC) was not kept.\n`,
    ),
  )

/** Of a device that told nothing, one with no line but its head, unless there is one already. */
async function* partsOf(batches: AsyncIterable<StoredFix[]>, parts: number): AsyncGenerator<{ item: NewItem; from: number }> {
  let number = parts + 1
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

async function* withoutKept(batches: AsyncIterable<StoredFix[]>, { has }: KeptTrack): AsyncGenerator<StoredFix[]> {
  for await (const fixes of batches) yield fixes.filter((fix) => !has(fix))
}

async function* trackItems(batches: AsyncIterable<StoredFix[]>, kept: KeptTrack, bytesAtMost: number): AsyncGenerator<NewItem> {
  let { bytes } = kept
  for await (const { item, from } of partsOf(withoutKept(batches, kept), kept.parts)) {
    bytes += item.size
    if (bytes > bytesAtMost) {
      yield cutNote(from)
      return
    }
    yield item
  }
}

const day = 86_400_000
/** An alarm may last for months: of a longer time the last days are kept. */
export const trackSpan = ({ from, to }: Pick<WholeAlarm, 'from' | 'to'>): { readonly from: number; readonly to: number } => ({
  from: Math.max(from, to - mostTrack.daysAtOnce * day),
  to,
})

/** What is to be kept of an alarm: all of it but the fixes that are kept already. */
export async function* gathered(
  whole: ToldAlarm,
  walk: PositionDoor['walk'],
  kept: KeptTrack = noTrack,
  bytesAtMost: number = mostTrack.bytes,
): AsyncGenerator<NewItem> {
  const { alarm, steps, others, calls } = whole
  yield json('alarm.json', 'alarm', alarm)
  // That the case was made is its own first step, and none that it has to be brought up to date for.
  yield json(
    'steps.json',
    'steps',
    steps.filter(({ kind }) => kind !== 'evidence'),
  )
  yield json('alarms-of-source.json', 'others', others)
  if (calls.length > 0) yield json('calls.json', 'calls', calls)
  if (alarm.objectId === null || kept.isCut) return
  const { from, to } = trackSpan(whole)
  const end = Math.min(to, (kept.from ?? from) + mostTrack.days * day)
  if (end > from) yield* trackItems(walk(alarm.objectId, from, end), kept, bytesAtMost)
  if (end < to) yield cutNote(end)
}
