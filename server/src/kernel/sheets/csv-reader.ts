import { unguard } from './guarded-text.ts'
import { createRowCollector, type SheetLimits, type SheetRow } from './row.ts'
import { SheetError } from './sheet-error.ts'

const separators = [',', ';', '\t'] as const

/** The separator that stands most often in the first line, outside quotes. */
const separatorOf = (text: string): string => {
  const counts = new Map<string, number>(separators.map((separator) => [separator, 0]))
  let quoted = false
  for (const character of text) {
    if (character === '"') quoted = !quoted
    else if (!quoted && (character === '\n' || character === '\r')) break
    else if (!quoted && counts.has(character)) counts.set(character, (counts.get(character) ?? 0) + 1)
  }
  return [...counts].reduce((best, next) => (next[1] > best[1] ? next : best))[0]
}

/**
 * Rows of a text as of RFC 4180, told from its pieces: commas, semicolons or tabs between the cells, quotation marks around
 * what holds them or a line break. Throws a `SheetError`.
 */
export async function* readCsv(pieces: AsyncIterable<string>, limits: SheetLimits): AsyncGenerator<SheetRow[]> {
  const rows = createRowCollector(limits)
  let separator: string | null = null
  let row = 1
  let column = 0
  let cell = ''
  /** `closing`: a quotation mark has just been met inside a quoted cell, it ends the cell or is the first of two. */
  let state: 'start' | 'plain' | 'quoted' | 'closing' = 'start'
  let afterReturn = false

  const endCell = (): void => {
    rows.add(row, column, unguard(cell))
    column += 1
    cell = ''
    state = 'start'
  }
  const endRow = (): void => {
    endCell()
    rows.endRow(row)
    row += 1
    column = 0
  }
  const take = (text: string, known: string): void => {
    let from = 0
    const flush = (to: number): void => {
      if (to > from) cell += text.slice(from, to)
      if (cell.length > limits.maxCell) throw new SheetError('cellTooLong', { row, column: column + 1, limit: limits.maxCell })
    }
    for (let at = 0; at < text.length; at++) {
      const character = text[at]
      if (state === 'quoted') {
        if (character !== '"') continue
        flush(at)
        from = at + 1
        state = 'closing'
      } else if (character === '"' && state !== 'plain') {
        // The second of two stands for one; what follows the first continues the cell.
        if (state === 'closing') cell += '"'
        from = at + 1
        state = 'quoted'
      } else if (character === known) {
        flush(at)
        from = at + 1
        endCell()
      } else if (character === '\n' || character === '\r') {
        flush(at)
        from = at + 1
        if (character === '\r' || !afterReturn) endRow()
      } else if (state !== 'plain') {
        from = at
        state = 'plain'
      }
      afterReturn = character === '\r'
    }
    flush(text.length)
  }

  let held = ''
  for await (const piece of pieces) {
    // The first line may be spread over pieces; what is held until it ends is no longer than the longest line there may be.
    if (separator === null) {
      held += piece
      if (!/[\n\r]/.test(piece) && held.length <= limits.maxCell) continue
      separator = separatorOf(held)
      take(held, separator)
    } else take(piece, separator)
    yield rows.take()
  }
  if (separator === null) take(held, separatorOf(held))
  // Told by the loop above, which the compiler does not follow into `take`.
  if ((state as string) === 'quoted') throw new SheetError('unclosedQuote', { row })
  if (cell !== '' || column > 0 || (state as string) !== 'start') endRow()
  yield rows.take()
}
