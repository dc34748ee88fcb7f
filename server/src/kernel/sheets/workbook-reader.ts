import { columnOf, dateText, isoDateText, numberFormatOf, numberText, unescapeText, type NumberFormat } from './cell-value.ts'
import { unguard } from './guarded-text.ts'
import { createRowCollector, type SheetLimits, type SheetRow } from './row.ts'
import { SheetError } from './sheet-error.ts'
import { isBadEncoding } from './text-encoding.ts'
import { createXmlReader, type XmlEvents } from './xml-reader.ts'
import { openZip, type ZipEntry, type ZipReader } from './zip-reader.ts'

/**
 * Rows of the named sheet, else of the first visible one. Part by part and piece by piece: in memory are the shared texts and
 * the rows since the last piece. Throws a `SheetError`.
 */
// read-excel-file unpacks all parts whole, whatever their real size, holds each as one text, and looks at no limit before the
// last row: it cannot be kept within bounds.
export async function* readWorkbook(path: string, sheet: string | null, limits: SheetLimits): AsyncGenerator<SheetRow[]> {
  const zip = await openZip(path)
  try {
    const parts = partsOf(zip)
    const book = await readBook(parts, sheet)
    const texts = book.texts === null ? [] : await readTexts(parts, book.texts, limits)
    const formats = book.styles === null ? [] : await readFormats(parts, book.styles)
    const rows = createRowCollector(limits)
    const xml = createXmlReader(sheetEvents(rows, { texts, formats, epoch1904: book.epoch1904 }))
    for await (const text of parts.text(book.sheet)) {
      xml.write(text)
      yield rows.take()
    }
    xml.end()
    yield rows.take()
  } finally {
    await zip.close()
  }
}

interface Parts {
  readonly has: (name: string) => boolean
  readonly text: (name: string) => AsyncGenerator<string>
}

const partsOf = (zip: ZipReader): Parts => {
  // Names of parts are the same in either case.
  const byName = new Map<string, ZipEntry>(zip.entries.map((entry) => [entry.name.toLowerCase(), entry]))
  return {
    has: (name) => byName.has(name.toLowerCase()),
    text: async function* (name) {
      const entry = byName.get(name.toLowerCase())
      if (!entry) throw new SheetError('brokenArchive')
      const decoder = new TextDecoder('utf-8', { fatal: true })
      try {
        for await (const chunk of zip.unpack(entry)) yield decoder.decode(chunk, { stream: true })
        yield decoder.decode()
      } catch (error) {
        if (isBadEncoding(error)) throw new SheetError('brokenArchive')
        throw error
      }
    },
  }
}

const readPart = async (parts: Parts, name: string, events: XmlEvents): Promise<void> => {
  const xml = createXmlReader(events)
  for await (const text of parts.text(name)) xml.write(text)
  xml.end()
}

interface Relation {
  readonly type: string
  readonly target: string
}

/** Where the parts lead that a part names; `part` is empty for the package itself. */
const readRelations = async (parts: Parts, part: string): Promise<Map<string, Relation>> => {
  const slash = part.lastIndexOf('/') + 1
  const name = `${part.slice(0, slash)}_rels/${part.slice(slash)}.rels`
  const relations = new Map<string, Relation>()
  if (!parts.has(name)) return relations
  await readPart(parts, name, {
    open: (element, attribute) => {
      if (element !== 'Relationship' || attribute('TargetMode') === 'External') return
      const type = attribute('Type') ?? ''
      const target = resolved(part, attribute('Target') ?? '')
      relations.set(attribute('Id') ?? '', { type: type.slice(type.lastIndexOf('/') + 1), target })
    },
  })
  return relations
}

const resolved = (from: string, target: string): string => {
  const folders = target.startsWith('/') ? [] : from.split('/').slice(0, -1)
  for (const step of target.split('/')) {
    if (step === '..') folders.pop()
    else if (step !== '.' && step !== '') folders.push(step)
  }
  return folders.join('/')
}

interface Book {
  readonly sheet: string
  readonly texts: string | null
  readonly styles: string | null
  readonly epoch1904: boolean
}

const readBook = async (parts: Parts, wanted: string | null): Promise<Book> => {
  if (!parts.has('[Content_Types].xml')) throw new SheetError('notAWorkbook')
  const ofType = (relations: Map<string, Relation>, type: string): string | null =>
    [...relations.values()].find((relation) => relation.type === type)?.target ?? null
  const part = ofType(await readRelations(parts, ''), 'officeDocument')
  if (part === null || !part.endsWith('.xml') || !parts.has(part)) throw new SheetError('notAWorkbook')
  const relations = await readRelations(parts, part)
  let isWorkbook = false
  let epoch1904 = false
  const sheets: { name: string; visible: boolean; part: string }[] = []
  await readPart(parts, part, {
    open: (element, attribute) => {
      if (element === 'workbook') isWorkbook = true
      if (element === 'workbookPr') epoch1904 = /^(1|true|on)$/.test(attribute('date1904') ?? '')
      if (element !== 'sheet') return
      const relation = relations.get(attribute('id') ?? '')
      if (relation?.type !== 'worksheet') return
      sheets.push({
        name: attribute('name') ?? '',
        visible: (attribute('state') ?? 'visible') === 'visible',
        part: relation.target,
      })
    },
  })
  if (!isWorkbook) throw new SheetError('notAWorkbook')
  const sheet = sheets.find(({ name, visible }) => (wanted === null ? visible : name === wanted))
  if (!sheet) throw wanted === null ? new SheetError('noSheet') : new SheetError('sheetMissing', { name: wanted })
  return { sheet: sheet.part, texts: ofType(relations, 'sharedStrings'), styles: ofType(relations, 'styles'), epoch1904 }
}

/** Collects the text of `t` elements, but for the pronunciations that stand among them. */
const createTextCollector = () => {
  let text = ''
  let inText = false
  let inPronunciation = false
  return {
    open: (element: string): void => {
      if (element === 'rPh') inPronunciation = true
      inText = element === 't' && !inPronunciation
    },
    close: (element: string): void => {
      if (element === 'rPh') inPronunciation = false
      inText = false
    },
    text: (piece: string): void => {
      if (inText) text += piece
    },
    take: (): string => {
      const taken = text
      text = ''
      return unescapeText(taken)
    },
  }
}

const readTexts = async (parts: Parts, part: string, limits: SheetLimits): Promise<string[]> => {
  const texts: string[] = []
  const collector = createTextCollector()
  await readPart(parts, part, {
    open: collector.open,
    text: collector.text,
    close: (element) => {
      collector.close(element)
      if (element !== 'si') return
      if (texts.length >= limits.maxRows * limits.maxColumns) throw new SheetError('tooBigInside')
      texts.push(collector.take())
    },
  })
  return texts
}

/** The number format of each cell style, by the style's index. */
const readFormats = async (parts: Parts, part: string): Promise<NumberFormat[]> => {
  const codes = new Map<number, string>()
  const formats: NumberFormat[] = []
  let inCellFormats = false
  await readPart(parts, part, {
    open: (element, attribute) => {
      if (element === 'numFmt') codes.set(Number(attribute('numFmtId')), attribute('formatCode') ?? '')
      if (element === 'cellXfs') inCellFormats = true
      if (element === 'xf' && inCellFormats) {
        const id = Number(attribute('numFmtId') ?? 0)
        formats.push(numberFormatOf(id, codes.get(id)))
      }
    },
    close: (element) => {
      if (element === 'cellXfs') inCellFormats = false
    },
  })
  return formats
}

interface Context {
  readonly texts: readonly string[]
  readonly formats: readonly NumberFormat[]
  readonly epoch1904: boolean
}

const sheetEvents = (rows: ReturnType<typeof createRowCollector>, context: Context): XmlEvents => {
  const collector = createTextCollector()
  let row = 0
  let column = -1
  let type = 'n'
  let style = 0
  let value = ''
  let inValue = false
  return {
    open: (element, attribute) => {
      collector.open(element)
      if (element === 'row') {
        row = Number(attribute('r')) || row + 1
        column = -1
      } else if (element === 'c') {
        column = columnOf(attribute('r') ?? '') ?? column + 1
        type = attribute('t') ?? 'n'
        style = Number(attribute('s') ?? 0)
        value = ''
      }
      inValue = element === 'v'
    },
    text: (piece) => {
      collector.text(piece)
      if (inValue) value += piece
    },
    close: (element) => {
      collector.close(element)
      inValue = false
      if (element === 'c') rows.add(row, column, cellText(type, style, value, collector.take(), context))
      else if (element === 'row') rows.endRow(row)
    },
  }
}

/** What a person sees in a cell; of a formula its last result. */
const cellText = (type: string, style: number, value: string, inline: string, { texts, formats, epoch1904 }: Context): string => {
  switch (type) {
    case 's':
      return value === '' ? '' : unguard(texts[Number(value)] ?? '')
    case 'inlineStr':
      return unguard(inline)
    case 'str':
      return unguard(unescapeText(value))
    case 'b':
      return value === '' ? '' : value.trim() === '1' ? 'TRUE' : 'FALSE'
    case 'd':
      return isoDateText(value.trim())
    case 'e':
      return value
    default: {
      const number = value.trim()
      const format = formats[style] ?? { kind: 'number', digits: 0 }
      if (number === '') return ''
      if (format.kind === 'number') return numberText(number, format.digits)
      return dateText(Number(number), format, epoch1904) ?? numberText(number, 0)
    }
  }
}
