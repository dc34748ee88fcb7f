import { createHash } from 'node:crypto'
import type { Alarm, AlarmStep } from '@vigil/contract/alarms/entities.ts'
import { itemKind, type CaseManifest, type CaseStep } from '@vigil/contract/cases/entities.ts'
import type { EvidenceCase } from '@vigil/contract/cases/evidence-case.ts'
import type { CallRecord } from '@vigil/contract/telephony/entities.ts'
import type { Asked } from '../../kernel/caller.ts'
import type { OpenFile } from '../files/index.ts'
import { isWithheld, type CaseContext } from './context.ts'
import { createThinner, type Spot } from './drawing.ts'
import { linesOf } from './kept-track.ts'
import { casePage } from './page.ts'
import type { StoredItem } from './store.ts'
import { zipOf, type ZipEntry } from './zip.ts'

/** An item with the file that holds its bytes: null where the case holds them itself, or where they are gone. */
interface GivenItem extends StoredItem {
  readonly file: OpenFile | null
  readonly missing: boolean
  /** Not for whoever asks. */
  readonly withheld: boolean
}

interface Whole {
  readonly found: EvidenceCase
  readonly items: readonly GivenItem[]
  readonly steps: readonly CaseStep[]
}

/** Looked for before the first byte is sent: what is found to be gone in the middle of an archive breaks all of it. */
export const withFiles = async ({ doors }: CaseContext, items: readonly StoredItem[], asked: Asked): Promise<GivenItem[]> => {
  const given: GivenItem[] = []
  for (const item of items) {
    const file = item.fileId === null ? null : await doors.files.openEvidence(item.fileId)
    given.push({ ...item, file, missing: item.fileId !== null && file === null, withheld: isWithheld(item, asked) })
  }
  return given
}

/** Whether it is in the archive; what is not is named in its manifest. */
export const isGiven = ({ missing, withheld }: Pick<GivenItem, 'missing' | 'withheld'>): boolean => !missing && !withheld

/** The page for people, beside what is for programs. */
const pageName = 'index.html'
const pathOf = ({ name }: StoredItem): string => `items/${name}`

const manifestOf = (
  { kernel: { clock } }: CaseContext,
  { found, items, steps }: Whole,
  { caller, language }: Asked,
): CaseManifest => ({
  case: {
    id: found.id,
    title: found.title,
    note: found.note,
    status: found.status,
    alarmId: found.alarmId,
    department: found.deptName,
    createdBy: found.createdBy,
    createdAt: found.createdAt,
  },
  exportedAt: clock.toWire(clock.now()),
  exportedBy: caller.cname,
  timeZone: clock.timeZone,
  items: items.map((item) => ({
    path: pathOf(item),
    kind: item.kind,
    what: itemKind.name(item.kind, language),
    mediaType: item.mediaType,
    bytes: item.size,
    sha256: item.sha256,
    addedBy: item.addedBy,
    addedAt: item.addedAt,
    ...(item.missing ? { missing: true } : {}),
    ...(item.withheld ? { withheld: true } : {}),
  })),
  history: steps,
})

/** What the case has last of something that was copied of its alarm. */
const lastOf = async <T>({ store }: CaseContext, items: readonly GivenItem[], kind: GivenItem['kind']): Promise<T | null> => {
  const item = items.findLast((one) => one.kind === kind)
  if (!item) return null
  const pieces: Buffer[] = []
  for await (const piece of store.contentOf(item)) pieces.push(piece)
  return JSON.parse(Buffer.concat(pieces).toString()) as T
}

const spotOf = (line: string): Spot | null => {
  const [fixTime = '', , , lng = '', lat = ''] = line.split(',', 5)
  const at = Date.parse(fixTime)
  return Number.isNaN(at) || lng === '' || lat === '' ? null : { at, lng: Number(lng), lat: Number(lat) }
}
/** As much of the way as a drawing shows, of what its reader may see. */
const trackOf = async ({ store }: CaseContext, items: readonly GivenItem[]): Promise<Spot[]> => {
  const thinner = createThinner()
  for (const item of items.filter((one) => one.kind === 'track' && !one.withheld))
    for await (const line of linesOf(store.contentOf(item))) {
      const spot = spotOf(line)
      if (spot) thinner.add(spot)
    }
  // What a device told late stands in a later file.
  return thinner.spots().toSorted((one, other) => one.at - other.at)
}

/** Null of a case without an alarm, which none is. */
const pageOf = async (
  context: CaseContext,
  { found, items }: Whole,
  manifest: CaseManifest,
  { language }: Asked,
): Promise<Buffer | null> => {
  const alarm = await lastOf<Alarm>(context, items, 'alarm')
  if (!alarm) return null
  const page = casePage({
    manifest,
    number: found.number,
    alarm,
    steps: (await lastOf<AlarmStep[]>(context, items, 'steps')) ?? [],
    others: (await lastOf<Alarm[]>(context, items, 'others')) ?? [],
    calls:
      (await lastOf<CallRecord[]>(
        context,
        items.filter(({ withheld }) => !withheld),
        'calls',
      )) ?? [],
    notes: items.filter(({ text }) => text !== '').map(({ addedBy, addedAt, text }) => ({ by: addedBy, at: addedAt, text })),
    track: await trackOf(context, items),
    toWire: context.kernel.clock.toWire,
    language,
  })
  return Buffer.from(page)
}

const bytesOf = ({ store }: CaseContext, item: GivenItem): AsyncIterable<Uint8Array> =>
  item.file === null ? store.contentOf(item) : (item.file.stream() as AsyncIterable<Uint8Array>)

async function* entriesOf(context: CaseContext, whole: Whole, asked: Asked): AsyncGenerator<ZipEntry> {
  const told = manifestOf(context, whole, asked)
  const manifest = Buffer.from(`${JSON.stringify(told, null, 2)}\n`)
  const page = await pageOf(context, whole, told, asked)
  const given = whole.items.filter(isGiven)
  const sumOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
  // As `sha256sum -c` reads it.
  const sums = [
    `${sumOf(manifest)}  manifest.json`,
    ...(page === null ? [] : [`${sumOf(page)}  ${pageName}`]),
    ...given.map((item) => `${item.sha256}  ${pathOf(item)}`),
    '',
  ].join('\n')
  if (page !== null) yield { path: pageName, bytes: [page] }
  yield { path: 'manifest.json', bytes: [manifest] }
  yield { path: 'manifest.sha256', bytes: [Buffer.from(sums)] }
  for (const item of given) yield { path: pathOf(item), bytes: bytesOf(context, item) }
}

/** A case with everything in it and what proves it unchanged, piece by piece. */
export const archive = (context: CaseContext, whole: Whole, asked: Asked): AsyncGenerator<Uint8Array> =>
  zipOf(entriesOf(context, whole, asked))
