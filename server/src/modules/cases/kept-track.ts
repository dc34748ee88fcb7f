import type { StoredFix } from '../positions/index.ts'
import type { CaseStore, StoredItem } from './store.ts'

/** What a case has of a track already, so that nothing of it is copied again. */
export interface KeptTrack {
  /** Files of it, and their bytes. */
  readonly parts: number
  readonly bytes: number
  /** The time of its first fix, ms since 1970; null of none. */
  readonly from: number | null
  /** The case says already that the rest was left out. */
  readonly isCut: boolean
  readonly has: (fix: Pick<StoredFix, 'fixTime' | 'kind'>) => boolean
}

export const cutName = 'track-cut.txt'
export const noTrack: KeptTrack = { parts: 0, bytes: 0, from: null, isCut: false, has: () => false }

/** Numbers of a fix: no device has two of one kind at one time. */
const keyOf = (fixTime: number, kind: number): number => fixTime * 1_000 + kind

/** Lines of what comes in pieces; what follows the last end of a line is none. */
export async function* linesOf(pieces: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let left = ''
  for await (const piece of pieces) {
    const lines = `${left}${piece.toString('latin1')}`.split('\n')
    left = lines.pop() ?? ''
    yield* lines
  }
}

/** Read piece by piece; of a case there are so many bytes of track and no more. */
export const keptTrack = async ({ itemsOf, contentOf }: CaseStore, caseId: string): Promise<KeptTrack & { items: number }> => {
  const items = await itemsOf(caseId)
  const parts = items.filter((item: StoredItem) => item.kind === 'track')
  const fixes = new Set<number>()
  let from: number | null = null
  for (const part of parts)
    for await (const line of linesOf(contentOf(part))) {
      const [time = '', , kind = ''] = line.split(',', 3)
      const fixTime = Date.parse(time)
      // Its head is no fix.
      if (Number.isNaN(fixTime)) continue
      fixes.add(keyOf(fixTime, Number(kind)))
      from = Math.min(from ?? fixTime, fixTime)
    }
  return {
    items: items.length,
    parts: parts.length,
    bytes: parts.reduce((sum, { size }) => sum + size, 0),
    from,
    isCut: items.some(({ kind, name }) => kind === 'note' && name.endsWith(cutName)),
    has: ({ fixTime, kind }) => fixes.has(keyOf(fixTime, kind)),
  }
}
