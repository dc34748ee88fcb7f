import { createHash } from 'node:crypto'
import { itemKind, type CaseManifest, type CaseStep } from '@vigil/contract/cases/entities.ts'
import type { EvidenceCase } from '@vigil/contract/cases/evidence-case.ts'
import type { Asked } from '../../kernel/caller.ts'
import type { OpenFile } from '../files/index.ts'
import { isWithheld, type CaseContext } from './context.ts'
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

const bytesOf = ({ store }: CaseContext, item: GivenItem): AsyncIterable<Uint8Array> =>
  item.file === null ? store.contentOf(item) : (item.file.stream() as AsyncIterable<Uint8Array>)

async function* entriesOf(context: CaseContext, whole: Whole, asked: Asked): AsyncGenerator<ZipEntry> {
  const manifest = Buffer.from(`${JSON.stringify(manifestOf(context, whole, asked), null, 2)}\n`)
  const given = whole.items.filter(isGiven)
  // As `sha256sum -c` reads it.
  const sums = [
    `${createHash('sha256').update(manifest).digest('hex')}  manifest.json`,
    ...given.map((item) => `${item.sha256}  ${pathOf(item)}`),
    '',
  ].join('\n')
  yield { path: 'manifest.json', bytes: [manifest] }
  yield { path: 'manifest.sha256', bytes: [Buffer.from(sums)] }
  for (const item of given) yield { path: pathOf(item), bytes: bytesOf(context, item) }
}

/** A case with everything in it and what proves it unchanged, piece by piece. */
export const archive = (context: CaseContext, whole: Whole, asked: Asked): AsyncGenerator<Uint8Array> =>
  zipOf(entriesOf(context, whole, asked))
