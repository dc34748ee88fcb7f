import { truncate, readFile, writeFile } from 'node:fs/promises'
import type { Worker } from 'node:worker_threads'
import { gzipSync, zipSync } from 'fflate'
import { describe, expect, it, onTestFinished } from 'vitest'
import writeOther from 'write-excel-file/node'
import { temporaryFile } from '../../../test/folder.ts'
import { readRows, workbookOf, workbookParts, zipped, zippedBombs } from '../../../test/workbooks.ts'
import type { SheetRow } from './row.ts'
import { SheetError, type SheetFault } from './sheet-error.ts'
import { readSheet, type SheetOptions } from './sheet-reader.ts'

const rowsOf = async (contents: string | Uint8Array, options: SheetOptions = {}): Promise<SheetRow[]> =>
  readRows(await temporaryFile('sheet', contents), options)
const cellsOf = async (contents: string | Uint8Array, options: SheetOptions = {}): Promise<(readonly string[])[]> =>
  (await rowsOf(contents, options)).map(({ cells }) => cells)
const faultOf = async (contents: string | Uint8Array, options: SheetOptions = {}): Promise<[SheetFault, object]> => {
  const error: unknown = await rowsOf(contents, options).then(
    () => expect.fail('it was read'),
    (error: unknown) => error,
  )
  if (!(error instanceof SheetError)) throw error
  return [error.fault, error.values]
}
const text = (value: string): string => `<c t="inlineStr"><is><t>${value}</t></is></c>`

describe('a workbook', () => {
  it('gives what a person sees in its cells', async () => {
    const rows = `
      <row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="D1" t="inlineStr"><is><t>单独</t></is></c></row>
      <row r="2"><c r="A2" t="b"><v>1</v></c><c r="B2" t="b"><v>0</v></c><c r="C2" t="str"><f>A1&amp;"!"</f><v>姓名!</v></c></row>
      <row r="3"><c r="A3" t="e"><v>#N/A</v></c><c r="B3"><f>1+1</f><v>2</v></c><c r="C3" t="str"><f>B1</f></c></row>
      <row r="4"><c r="A4"><v>861234567890123</v></c><c r="B4"><v>1.1000000000000001</v></c><c r="C4" s="3"><v>42</v></c></row>
      <row r="5"><c r="A5" s="1"><v>46346</v></c><c r="B5" s="2"><v>46346.34375</v></c><c r="C5" t="d"><v>2026-11-20T08:15:00</v></c></row>
      <row r="6"><c r="A6" s="4"><v>0.34375</v></c><c r="B6" t="s"><v>2</v></c><c r="C6" t="s"><v>3</v></c></row>`
    const shared = `<sst><si><t>姓名</t></si>
      <si><r><rPr><b/></rPr><t xml:space="preserve">富 </t></r><r><t>文本</t></r><rPh sb="0" eb="1"><t>フ</t></rPh></si>
      <si><t>第一行\r\n第二行&#13;_x000D_a&lt;b&amp;c&#x4E2D;<![CDATA[<&>]]></t></si><si><t>_x005F_x0041_</t></si></sst>`
    const styles = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy/m/d h:mm"/><numFmt numFmtId="165" formatCode="00000"/></numFmts>
      <cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>
      <cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="20"/></cellXfs></styleSheet>`
    expect(await rowsOf(workbookOf(rows, { 'xl/sharedStrings.xml': shared, 'xl/styles.xml': styles }))).toEqual([
      { number: 1, cells: ['姓名', '富 文本', '', '单独'] },
      { number: 2, cells: ['TRUE', 'FALSE', '姓名!'] },
      { number: 3, cells: ['#N/A', '2'] },
      { number: 4, cells: ['861234567890123', '1.1', '00042'] },
      { number: 5, cells: ['2026-11-20', '2026-11-20 08:15:00', '2026-11-20 08:15:00'] },
      { number: 6, cells: ['08:15', '第一行\n第二行\r\ra<b&c中<&>', '_x0041_'] },
    ])
  })

  it('is read by prefixed names, without references and without the parts it can do without', async () => {
    const sheet = `<?xml version="1.0"?><!-- a > b --><x:worksheet xmlns:x="main"><x:sheetData><x:row><x:c t='inlineStr'><x:is><x:t>甲</x:t></x:is></x:c>
      <x:c><x:v>7</x:v></x:c></x:row><x:row/><x:row><x:c note="a>b"><x:v>8</x:v></x:c></x:row></x:sheetData></x:worksheet>`
    const parts = { 'xl/worksheets/sheet1.xml': sheet, 'xl/sharedStrings.xml': null, 'xl/styles.xml': null }
    const relations = {
      'xl/_rels/workbook.xml.rels':
        '<Relationships><Relationship Id="rId1" Type="a/worksheet" Target="/xl/WORKSHEETS/sheet1.xml"/></Relationships>',
    }
    expect(await rowsOf(workbookOf('', { ...parts, ...relations }))).toEqual([
      { number: 1, cells: ['甲', '7'] },
      { number: 3, cells: ['8'] },
    ])
  })

  it('leaves out empty rows, and cells right of the last that is filled', async () => {
    const rows = `<row r="2">${text('a')}<c t="inlineStr"><is><t></t></is></c></row><row r="3"><c s="1"/></row><row r="9">${text('  ')}</row><row r="11">${text('b')}</row>`
    expect(await rowsOf(workbookOf(rows))).toEqual([
      { number: 2, cells: ['a'] },
      { number: 11, cells: ['b'] },
    ])
  })

  it('gives the first sheet that is visible, or the one that is named', async () => {
    const sheets = `<workbook><sheets><sheet name="藏" state="hidden" r:id="rId4"/><sheet name="一" r:id="rId1"/><sheet name="二" r:id="rId4"/></sheets></workbook>`
    const book = workbookOf(`<row>${text('first')}</row>`, {
      'xl/workbook.xml': sheets,
      'xl/worksheets/sheet2.xml': `<worksheet><sheetData><row>${text('second')}</row></sheetData></worksheet>`,
    })
    expect(await cellsOf(book)).toEqual([['first']])
    expect(await cellsOf(book, { sheet: '二' })).toEqual([['second']])
    expect(await faultOf(book, { sheet: '三' })).toEqual(['sheetMissing', { name: '三' }])
  })

  it('counts days from 1904 where it says so', async () => {
    const book = workbookOf('<row><c s="0"><v>44884</v></c></row>', {
      'xl/workbook.xml': '<workbook><workbookPr date1904="1"/><sheets><sheet name="一" r:id="rId1"/></sheets></workbook>',
      'xl/styles.xml': '<styleSheet><cellXfs><xf numFmtId="14"/></cellXfs></styleSheet>',
    })
    expect(await cellsOf(book)).toEqual([['2026-11-20']])
  })

  it('takes an apostrophe before a formula or before digits for what it means', async () => {
    const rows = ["'=1+1", "'0123", "'hello", "''0123", "'12a"].map((value) => `<row>${text(value)}</row>`).join('')
    expect(await cellsOf(workbookOf(rows))).toEqual([['=1+1'], ['0123'], ["'hello"], ["'0123"], ["'12a"]])
  })

  it('of another program is read the same', async () => {
    const path = await temporaryFile('other.xlsx', '')
    await writeOther([
      [{ value: '姓名', fontWeight: 'bold' }, { value: '入职' }, { value: '号码' }],
      [{ value: '张三' }, { value: new Date('2026-11-20T08:15:00Z'), format: 'yyyy-mm-dd hh:mm' }, { value: 861234567890123 }],
      [null, null, { value: true, type: Boolean }],
    ]).toFile(path)
    expect(await readRows(path)).toEqual([
      { number: 1, cells: ['姓名', '入职', '号码'] },
      { number: 2, cells: ['张三', '2026-11-20 08:15:00', '861234567890123'] },
      { number: 3, cells: ['', '', 'TRUE'] },
    ])
  })
})

describe('CSV', () => {
  it.each([
    [
      'commas',
      'a,b\r\n1,2\r\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'semicolons',
      'a;b\n"1;2";3,4',
      [
        ['a', 'b'],
        ['1;2', '3,4'],
      ],
    ],
    [
      'tabs',
      'a\tb\r1\t2\r',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'separators in the quotes of its first line',
      '"a,b,c";d\n1;2',
      [
        ['a,b,c', 'd'],
        ['1', '2'],
      ],
    ],
    ['quotes', '"say ""hi""",""\n"",b', [['say "hi"'], ['', 'b']]],
    ['line breaks in quotes', '"a\r\nb\n\nc",d\r\ne', [['a\r\nb\n\nc', 'd'], ['e']]],
    [
      'quotes in the middle',
      'a"b,5" pipe\n"x"y,z',
      [
        ['a"b', '5" pipe'],
        ['xy', 'z'],
      ],
    ],
    ['one column', 'a\n\n"b"\n', [['a'], ['b']]],
    ['nothing', '', []],
    [
      'leading zeros and long numbers',
      'a,b\n007,34020000001320000001',
      [
        ['a', 'b'],
        ['007', '34020000001320000001'],
      ],
    ],
    ['guarded formulas', "a\n'=1+1\n'＝A1\n'007\n''=1\n'tis", [['a'], ['=1+1'], ['＝A1'], ['007'], ["'=1"], ["'tis"]]],
  ])('with %s', async (_, contents, cells) => expect(await cellsOf(contents)).toEqual(cells))

  it('counts its rows as a spreadsheet does', async () => {
    expect(await rowsOf('a\r\n\r\n"b\nc"\r\n,\r\nd')).toEqual([
      { number: 1, cells: ['a'] },
      { number: 3, cells: ['b\nc'] },
      { number: 5, cells: ['d'] },
    ])
  })

  it.each([
    ['UTF-8', Buffer.from('姓名,工号\n张三,7')],
    ['UTF-8 with its mark', Buffer.from('\ufeff姓名,工号\n张三,7')],
    ['UTF-16', Buffer.from('\ufeff姓名,工号\n张三,7', 'utf16le')],
    // 姓名, 工号, 张三 as a Chinese Excel saves them.
    ['GBK', Buffer.from('d0d5c3fb2cb9a4bac50ad5c5c8fd2c37', 'hex')],
  ])('in %s', async (_, contents) => {
    expect(await cellsOf(contents)).toEqual([
      ['姓名', '工号'],
      ['张三', '7'],
    ])
  })

  it('is read in pieces that may end anywhere', async () => {
    const rows = Array.from({ length: 9_000 }, (_, at) => [`行${at}`, `"quoted" ${at}`, `a\r\nb${at}`, '值'.repeat(at % 7)])
    const contents = rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\r\n')
    expect((await cellsOf(contents)).map((cells) => [...cells, ''].slice(0, 4))).toEqual(rows)
  })
})

describe('a file that cannot be read is refused, each for its own reason:', () => {
  const mb = 1024 * 1024
  const row = `<row>${text('a')}</row>`

  it('an old workbook, or one under a password', async () => {
    expect(await faultOf(Buffer.from('d0cf11e0a1b11ae1000000', 'hex'))).toEqual(['oldWorkbook', {}])
  })

  it('what is no text', async () => {
    for (const bytes of [
      Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
      gzipSync(Buffer.from('a')),
      Buffer.from([0x61, 0xff, 0xff]),
    ]) {
      expect(await faultOf(bytes)).toEqual(['notText', {}])
    }
  })

  it('an archive that is no workbook', async () => {
    expect(await faultOf(zipped({ 'readme.txt': 'hello' }))).toEqual(['notAWorkbook', {}])
    const document = workbookParts(row, { 'xl/workbook.xml': '<document/>' })
    expect(await faultOf(zipped(document))).toEqual(['notAWorkbook', {}])
    expect(await faultOf(workbookOf(row, { 'xl/workbook.xml': null }))).toEqual(['notAWorkbook', {}])
  })

  it('a workbook without a visible sheet', async () => {
    const hidden = '<workbook><sheets><sheet name="一" state="veryHidden" r:id="rId1"/></sheets></workbook>'
    expect(await faultOf(workbookOf(row, { 'xl/workbook.xml': hidden }))).toEqual(['noSheet', {}])
  })

  it('an archive that is damaged', async () => {
    const path = await temporaryFile('cut.xlsx', workbookOf(row))
    const whole = await readFile(path)
    await truncate(path, whole.length - 30)
    await expect(readRows(path)).rejects.toMatchObject({ fault: 'brokenArchive' })
    const name = 'xl/worksheets/sheet1.xml'
    const packed = whole.indexOf(name) + name.length
    for (let at = packed; at < packed + 60; at += 6) {
      const damaged = Buffer.from(whole)
      damaged.writeUInt8(damaged.readUInt8(at) ^ 0x5a, at)
      await writeFile(path, damaged)
      const fault = await readRows(path).then(
        () => 'it was read',
        (error: SheetError) => error.fault,
      )
      expect(['brokenArchive', 'documentType'], String(at)).toContain(fault)
    }
  })

  it.each([
    ['that is not closed', '<row><c>'],
    ['that closes another element', '<row></c></row>'],
    ['with an entity that nobody declared', `<row>${text('&lol;')}</row>`],
    ['with a reference that does not end', `<row>${text('a &amp b')}</row>`],
    ['with a tag in a tag', '<row <c></row>'],
    ['with a text without end', 'a'.repeat(2 * 1024 * 1024)],
    ['with a comment without end', `<!-- ${'a'.repeat(2 * 1024 * 1024)}`],
  ])('XML %s', async (_, rows) => expect(await faultOf(workbookOf(rows))).toEqual(['brokenArchive', {}]))

  it('XML that declares entities', async () => {
    const bomb = `<!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol1 "&lol;&lol;">]><sst><si><t>&lol1;</t></si></sst>`
    expect(await faultOf(workbookOf(row, { 'xl/sharedStrings.xml': bomb }))).toEqual(['documentType', {}])
    expect(await faultOf(workbookOf('<!ENTITY a "b">'))).toEqual(['documentType', {}])
  })

  it('an archive that unpacks to more than there may be', async () => {
    // Each of them is none too big, and so are three.
    const holding = (...names: string[]) =>
      zippedBombs({ ...workbookParts(row), ...Object.fromEntries(names.map((name) => [`xl/${name}.xml`, big])) })
    const big = Buffer.alloc(60 * mb, '0')
    expect(await cellsOf(holding('a', 'b', 'c'))).toEqual([['a']])
    expect(await faultOf(holding('a', 'b', 'c', 'd'))).toEqual(['tooBigInside', {}])
  })

  it('a part that unpacks to far more than it is', async () => {
    // Rows with much between them: what there is to read is not the point, how much it comes to is.
    const rows = (megabytes: number): string => `<row/>${' '.repeat(1_018)}`.repeat(megabytes * 1_024)
    expect(await rowsOf(zippedBombs(workbookParts(rows(49))))).toEqual([])
    expect(await faultOf(zippedBombs(workbookParts(rows(51))))).toEqual(['tooBigInside', {}])
  })

  it('a part that is read again and again', async () => {
    const comment = `<!-- ${'a'.repeat(800_000)} -->`
    const sheet = `<worksheet>${comment.repeat(100)}</worksheet>`
    const again = 'xl/worksheets/sheet1.xml'
    const relationsPart = 'xl/_rels/workbook.xml.rels'
    const { [relationsPart]: relations = '' } = workbookParts('')
    const circling = relations.replace('sharedStrings.xml', `/${again}`).replace('/xl/styles.xml', `/${again}`)
    const parts = workbookParts('', { [again]: sheet, [relationsPart]: circling })
    const stored = Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, Buffer.from(part)]))
    expect(await faultOf(zipSync(stored, { level: 0 }))).toEqual(['tooBigInside', {}])
  })

  it('an archive whose directory says less than is inside', async () => {
    const parts = workbookParts(`${row}${Array.from({ length: 5_000 }, (_, at) => `<row>${text(`行 ${at}`)}</row>`).join('')}`)
    const lying = Buffer.from(zipped(parts))
    const directory = lying.indexOf(Buffer.from('504b0102', 'hex'))
    const entry = lying.indexOf('xl/worksheets/sheet1.xml', directory) - 46
    expect(lying.readUInt32LE(entry)).toBe(0x02014b50)
    lying.writeUInt32LE(100, entry + 24)
    expect(await faultOf(lying)).toEqual(['brokenArchive', {}])
  })

  it('an archive of very many parts', async () => {
    const parts = Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`xl/${at}.xml`, new Uint8Array()]))
    expect(await faultOf(zipSync({ ...parts, a: new Uint8Array(1) }))).toEqual(['tooBigInside', {}])
  })

  it('an archive that holds a part twice', async () => {
    const twice = Buffer.from(zipped({ ...workbookParts(row), 'xl/styles.xmm': '<a/>' }))
    for (let at = twice.indexOf('xl/styles.xmm'); at !== -1; at = twice.indexOf('xl/styles.xmm', at))
      twice.write('xl/styles.xml', at)
    expect(await faultOf(twice)).toEqual(['brokenArchive', {}])
  })

  it('more rows, columns or characters than there may be', async () => {
    const limits = { maxRows: 3, maxColumns: 2, maxCell: 5 }
    expect(await cellsOf('a,b\n1,2\n\n12345,', limits)).toHaveLength(3)
    expect(await faultOf('a\n1\n2\n3', limits)).toEqual(['tooManyRows', { limit: 2 }])
    expect(await faultOf('a\n1,2,3', limits)).toEqual(['tooManyColumns', { row: 2, limit: 2 }])
    expect(await faultOf('a,b\n1,123456', limits)).toEqual(['cellTooLong', { row: 2, column: 2, limit: 5 }])
    const rows = (...values: string[]): Uint8Array => workbookOf(values.map((cells) => `<row>${cells}</row>`).join(''))
    const [a, long] = [text('a'), text('123456')]
    expect(await faultOf(rows(a, a, a, a), limits)).toEqual(['tooManyRows', { limit: 2 }])
    expect(await faultOf(rows(a, a + a + a), limits)).toEqual(['tooManyColumns', { row: 2, limit: 2 }])
    expect(await faultOf(rows('<c r="C1" s="1"/><c r="B2"><v>1</v></c>'), limits).catch(() => 'read')).toBe('read')
    expect(await faultOf(rows(a, a + long), limits)).toEqual(['cellTooLong', { row: 2, column: 2, limit: 5 }])
  })

  it('20,001 rows below the header', async () => {
    const csv = Array.from({ length: 20_002 }, (_, at) => String(at)).join('\n')
    expect(await faultOf(csv)).toEqual(['tooManyRows', { limit: 20_000 }])
    expect(await rowsOf(csv.slice(0, csv.lastIndexOf('\n')))).toHaveLength(20_001)
  })

  it('a quotation mark that is not closed', async () => {
    expect(await faultOf('a,b\n1,"2\n3,4\n')).toEqual(['unclosedQuote', { row: 2 }])
    expect(await faultOf(`a\n"${'1\n'.repeat(20_000)}`)).toEqual(['cellTooLong', { row: 2, column: 1, limit: 32_767 }])
  })

  it('in words that say what to do, in both languages', () => {
    const { reason } = new SheetError('tooManyColumns', { row: 3, limit: 200 })
    expect(reason).toEqual({ zh: '第 3 行超过 200 列', en: 'Row 3 has more than 200 columns' })
  })
})

it('20,000 rows of 20 cells are read without holding anything else up', async () => {
  const cells = Array.from({ length: 20 }, (_, column) => `<c t="inlineStr"><is><t>单元格 ${column}</t></is></c>`).join('')
  const path = await temporaryFile('big.xlsx', workbookOf(`<row>${cells}</row>`.repeat(20_001)))
  let turns = 0
  let done = false
  const turn = (): void => {
    turns += 1
    if (!done) setImmediate(turn)
  }
  setImmediate(turn)
  let count = 0
  for await (const { number, cells } of readSheet(path)) {
    count += 1
    if (number !== count || cells.length !== 20 || cells[19] !== '单元格 19') expect.fail(`row ${number} is wrong`)
  }
  expect(count).toBe(20_001)
  done = true
  // Read on the spot, nobody else would have had a turn.
  expect(turns).toBeGreaterThan(20)
})

it('ends its thread when the rest is not wanted', async () => {
  const threads: Worker[] = []
  const started = (thread: Worker): void => void threads.push(thread)
  process.on('worker', started)
  onTestFinished(() => void process.off('worker', started))
  const path = await temporaryFile('a.csv', 'a\n'.repeat(20_000))
  for await (const { cells } of readSheet(path)) {
    expect(cells).toEqual(['a'])
    break
  }
  // So a thread is numbered that has ended.
  expect(threads.map(({ threadId }) => threadId)).toEqual([-1])
})
