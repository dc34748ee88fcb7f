import { createHash } from 'node:crypto'
import type { CaseManifest, CaseStep } from '@vigil/contract/cases/entities.ts'
import type { EvidenceCase } from '@vigil/contract/cases/evidence-case.ts'
import type { Asked } from '../../kernel/caller.ts'
import type { CaseContext } from './context.ts'
import type { StoredItem } from './store.ts'
import { zipOf, type ZipEntry } from './zip.ts'

interface Whole {
  readonly found: EvidenceCase
  readonly items: readonly StoredItem[]
  readonly steps: readonly CaseStep[]
}

const pathOf = ({ name }: StoredItem): string => `items/${name}`

const manifestOf = ({ kernel: { clock } }: CaseContext, { found, items, steps }: Whole, { caller }: Asked): CaseManifest => ({
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
    mediaType: item.mediaType,
    bytes: item.size,
    sha256: item.sha256,
    addedBy: item.addedBy,
    addedAt: item.addedAt,
  })),
  history: steps,
})

const bytesOf = async ({ store, doors }: CaseContext, item: StoredItem): Promise<AsyncIterable<Uint8Array>> =>
  item.fileId === null
    ? store.contentOf(item)
    : ((await doors.files.openEvidence(item.fileId)).stream() as AsyncIterable<Uint8Array>)

async function* entriesOf(context: CaseContext, whole: Whole, asked: Asked): AsyncGenerator<ZipEntry> {
  const manifest = Buffer.from(`${JSON.stringify(manifestOf(context, whole, asked), null, 2)}\n`)
  // As `sha256sum -c` reads it.
  const sums = [
    `${createHash('sha256').update(manifest).digest('hex')}  manifest.json`,
    ...whole.items.map((item) => `${item.sha256}  ${pathOf(item)}`),
    '',
  ].join('\n')
  yield { path: 'manifest.json', bytes: [manifest] }
  yield { path: 'manifest.sha256', bytes: [Buffer.from(sums)] }
  for (const item of whole.items) yield { path: pathOf(item), bytes: await bytesOf(context, item) }
}

/** A case with everything in it and what proves it unchanged, piece by piece. */
export const archive = (context: CaseContext, whole: Whole, asked: Asked): AsyncGenerator<Uint8Array> =>
  zipOf(entriesOf(context, whole, asked))
