import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { strFromU8, unzipSync } from 'fflate'
import { beforeAll, describe, expect, it } from 'vitest'
import { readSheet as readOther } from 'read-excel-file/node'
import { afterFile } from '../../../test/ends.ts'
import { temporaryFolder } from '../../../test/folder.ts'
import { readRows } from '../../../test/workbooks.ts'
import { writeCsv } from './csv-writer.ts'
import type { CellValue, RowBatches, SheetColumn, SheetWriter } from './sheet-columns.ts'
import { mostWorkbookRows, writeWorkbook } from './workbook-writer.ts'
import { longestPart } from './zip-writer.ts'

let folder: string
beforeAll(async () => {
  folder = await temporaryFolder(afterFile)
})
async function* inBatches(rows: readonly (readonly CellValue[])[], size = 2): RowBatches {
  for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size)
}
const writers: readonly (readonly [string, SheetWriter])[] = [
  ['a workbook', writeWorkbook],
  ['CSV', writeCsv],
]
const textColumns = (count: number): SheetColumn[] =>
  Array.from({ length: count }, (_, at) => ({ title: `列${at}`, kind: 'text' }))
const written = async (write: SheetWriter, columns: readonly SheetColumn[], rows: readonly (readonly CellValue[])[]) => {
  const path = join(folder, 'written')
  expect(await write(path, { name: '人员', columns }, inBatches(rows))).toBe(rows.length)
  return path
}
/** The rows below the header, as wide as it. */
const readBack = async (path: string, width: number): Promise<string[][]> => {
  const [header, ...rows] = await readRows(path)
  expect(header?.cells).toHaveLength(width)
  return rows.map(({ cells }) => Array.from({ length: width }, (_, at) => cells[at] ?? ''))
}

describe.each(writers)('%s', (kind, write) => {
  it('comes back as it was written, whatever is in a text', async () => {
    const special = [
      '=',
      '+',
      '-',
      '@',
      '＝',
      '＋',
      '－',
      '＠',
      "'",
      '"',
      ',',
      ';',
      '\t',
      '\r',
      '\n',
      '\r\n',
      '0',
      ' ',
      '_x0041_',
      '_',
      '<&>',
      ']]>',
      '中',
      '😀',
      '\u00a0',
      '\u2028',
      '',
    ]
    const piece = fc.oneof(
      fc.constantFrom(...special),
      fc.string({ unit: 'grapheme', maxLength: 6 }),
      fc.string({ unit: fc.constantFrom('0', '7', "'"), maxLength: 4 }),
    )
    const value = fc.array(piece, { maxLength: 5 }).map((pieces) => pieces.join(''))
    // The first cell keeps its row from being empty: empty rows are left out.
    const row = fc.tuple(fc.constant('行'), value, value)
    await fc.assert(
      // Many rows in few files: whatever is in a text, and a thread that reads it takes longer to start than to read.
      fc.asyncProperty(fc.array(row, { minLength: 60, maxLength: 100, size: 'max' }), async (rows) => {
        expect(await readBack(await written(write, textColumns(3), rows), 3)).toEqual(rows)
      }),
      { numRuns: 6 },
    )
  })

  it('keeps numbers, days and times', async () => {
    const columns: SheetColumn[] = [
      { title: '数', kind: 'number' },
      { title: '时间', kind: 'time' },
      { title: '日期', kind: 'day' },
      { title: '工号', kind: 'text' },
    ]
    const rows = [
      [1.5, '2026-11-20 08:15:00', '2026-11-20', '007'],
      [-5, '2026-11-20 00:00:00', '1900-03-01', '861234567890123'],
      [1e21, '未知', '', '34020000001320000001'],
      [Number.NaN, null, null, -7],
    ]
    expect(await readBack(await written(write, columns, rows), 4)).toEqual([
      ['1.5', '2026-11-20 08:15:00', '2026-11-20', '007'],
      ['-5', '2026-11-20 00:00:00', '1900-03-01', '861234567890123'],
      ['1000000000000000000000', '未知', '', '34020000001320000001'],
      ['', '', '', '-7'],
    ])
  })

  it('drops what no spreadsheet can hold', async () => {
    const path = await written(write, textColumns(2), [['a\u0000b\u0007c\u001fd\uffffe', 'half \ud800']])
    expect(await readBack(path, 2)).toEqual([['abcde', 'half \ufffd']])
  })

  it('may be empty, and have any title', async () => {
    const columns: SheetColumn[] = [
      { title: '=总计, "全部"', kind: 'text' },
      { title: '二', kind: 'number' },
    ]
    expect(await readRows(await written(write, columns, []))).toEqual([{ number: 1, cells: ['=总计, "全部"', '二'] }])
  })

  it('fails as its rows do', async () => {
    const broken = async function* (): RowBatches {
      yield [['a']]
      await Promise.reject(new Error('the database is away'))
    }
    await expect(write(join(folder, 'broken'), { name: 'a', columns: textColumns(1) }, broken())).rejects.toThrow(
      'the database is away',
    )
  })

  it('is on the disk as far as its rows have come, and holds no more than a few batches of them', async () => {
    const rows = 20_000
    const path = join(folder, `big ${kind}`)
    let writtenByThen = 0
    const batches = async function* (): RowBatches {
      for (let at = 0; at < rows; at += 500) {
        if (at === rows / 2) writtenByThen = (await stat(path)).size
        yield Array.from({ length: 500 }, (_, row) => Array.from({ length: 20 }, (_, column) => `单元格 ${at + row} ${column}`))
      }
    }
    expect(await write(path, { name: '大', columns: textColumns(20) }, batches())).toBe(rows)
    expect(writtenByThen).toBeGreaterThan((await stat(path)).size / 4)
    const back = await readBack(path, 20)
    expect(back).toHaveLength(rows)
    expect(back.at(-1)?.at(-1)).toBe('单元格 19999 19')
  })
})

describe('a workbook', () => {
  const cells = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '＝1', "'=1", '=cmd|"/c calc"!A1']

  it('never has a formula, and reads the same with another program', async () => {
    const path = await written(
      writeWorkbook,
      textColumns(1),
      cells.map((cell) => [cell]),
    )
    const sheet = strFromU8(unzipSync(await readFile(path))['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
    expect(sheet).not.toMatch(/<f[ >]/)
    expect(sheet.match(/<c [^>]*t="inlineStr"/g)).toHaveLength(cells.length + 1)
    const other = await readOther(path, { trim: false })
    // An apostrophe that somebody typed gets a second one: of two, reading takes one away.
    expect(other).toEqual([['列0'], ...cells.map((cell) => [cell === "'=1" ? "''=1" : cell])])
  })

  it('has its types, its header in sight and in bold, and widths', async () => {
    const columns: SheetColumn[] = [
      { title: '甲', kind: 'number', width: 7 },
      { title: '乙', kind: 'time' },
      { title: '丙', kind: 'day' },
      { title: '丁', kind: 'text' },
    ]
    const path = await written(writeWorkbook, columns, [[3, '2026-11-20 08:15:00', '2026-11-20', '007']])
    expect(await readOther(path)).toEqual([
      ['甲', '乙', '丙', '丁'],
      [3, new Date('2026-11-20T08:15:00Z'), new Date('2026-11-20T00:00:00Z'), '007'],
    ])
    const parts = unzipSync(await readFile(path))
    const part = (name: string): string => strFromU8(parts[name] ?? new Uint8Array())
    expect(part('xl/worksheets/sheet1.xml')).toContain(
      '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>',
    )
    expect(part('xl/worksheets/sheet1.xml')).toContain('<col min="1" max="1" width="7" ')
    const header = Number(/<c r="A1" t="inlineStr" s="(\d+)"/.exec(part('xl/worksheets/sheet1.xml'))?.[1])
    const styles = /<cellXfs.*<\/cellXfs>/.exec(part('xl/styles.xml'))?.[0].match(/<xf [^>]*>/g) ?? []
    const font = Number(/fontId="(\d+)"/.exec(styles[header] ?? '')?.[1])
    expect(part('xl/styles.xml').match(/<font>.*?<\/font>/g)?.[font]).toContain('<b/>')
    expect(part('xl/workbook.xml')).toContain('<sheet name="人员" ')
  })

  it('cuts a text that is longer than a cell may be', async () => {
    const path = await written(writeWorkbook, textColumns(1), [['字'.repeat(40_000)]])
    const [[text = ''] = []] = await readBack(path, 1)
    expect([text.length, text.at(-1)]).toEqual([32_767, '…'])
  })

  it('of more rows than Excel likes is refused', async () => {
    const batch = Array.from({ length: 10_000 }, () => ['a'])
    const batches = async function* (): RowBatches {
      for (let at = 0; at <= mostWorkbookRows; at += batch.length) yield batch
    }
    await expect(writeWorkbook(join(folder, 'huge'), { name: 'a', columns: textColumns(1) }, batches())).rejects.toMatchObject({
      fault: 'tooManyToWrite',
      values: { limit: 200_000 },
    })
  })

  it('of more text than its format counts is refused', async () => {
    const batch = Array.from({ length: 100 }, () => ['a'.repeat(32_000)])
    const batches = async function* (): RowBatches {
      for (let at = 0; at < 2; at++) yield batch
    }
    const writtenWithin = (longest: number): Promise<number> =>
      writeWorkbook(join(folder, 'long'), { name: 'a', columns: textColumns(1) }, batches(), longest)
    expect(await writtenWithin(6_500_000)).toBe(200)
    await expect(writtenWithin(6_300_000)).rejects.toMatchObject({ fault: 'tooLongToWrite' })
    // Its sizes are of 32 bits, and Excel gives up long before.
    expect(longestPart).toBe(1024 ** 3)
  })

  it('has a name that Excel takes', async () => {
    const path = join(folder, 'named')
    await writeWorkbook(path, { name: '2026/11: [人员] "全部" & 其他 '.repeat(2), columns: textColumns(1) }, inBatches([['a']]))
    const book = strFromU8(unzipSync(await readFile(path))['xl/workbook.xml'] ?? new Uint8Array())
    expect(/<sheet name="([^"]*)"/.exec(book)?.[1]).toBe('2026 11   人员  &quot;全部&quot; &amp; 其他 2026 11')
    expect(await readRows(path)).toHaveLength(2)
  })
})

describe('CSV', () => {
  it('begins with a mark for Excel, and has apostrophes before what would be calculated and nowhere else', async () => {
    const columns: SheetColumn[] = [
      { title: '名称', kind: 'text' },
      { title: '数', kind: 'number' },
    ]
    const path = await written(writeCsv, columns, [
      ['=1+1', -5],
      ['＋1', 2],
      ["it's", 3],
      ['a,"b"', null],
    ])
    expect(await readFile(path, 'utf8')).toBe(`\ufeff名称,数\r\n'=1+1,-5\r\n'＋1,2\r\nit's,3\r\n"a,""b""",\r\n`)
  })

  it('may have a million rows', async () => {
    const batch = Array.from({ length: 10_000 }, () => ['一', '二'])
    const batches = async function* (): RowBatches {
      for (let at = 0; at < 100; at++) yield batch
    }
    const path = join(folder, 'million')
    expect(await writeCsv(path, { name: '', columns: textColumns(2) }, batches())).toBe(1_000_000)
    expect((await stat(path)).size).toBe(1_000_000 * 9 + Buffer.byteLength('\ufeff列0,列1\r\n'))
  })
})
