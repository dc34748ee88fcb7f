import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../../test/folder.ts'
import { readRows } from '../../../test/workbooks.ts'
import { plainTitle, writeTemplate, type Template } from './template.ts'

const departments = Array.from({ length: 60 }, (_, at) => `第 ${at} 车间`)
const template: Template = {
  sheet: '人员',
  language: 'zh',
  columns: [
    { title: '姓名', required: true, example: '张三', width: 12 },
    { title: '工号', required: true, format: '字母和数字，保留前导零', example: '00123' },
    { title: '类别', required: false, choices: ['员工', '承包商'] },
    { title: '部门', required: true, choices: departments },
    { title: '备注', required: false, choices: ['一,二', '<&"三"'] },
  ],
}
const write = async (sheet: Template): Promise<{ path: string; part: (name: string) => string }> => {
  const path = join(await temporaryFolder(), 'template.xlsx')
  await writeTemplate(path, sheet)
  const parts = unzipSync(await readFile(path))
  return { path, part: (name) => strFromU8(parts[name] ?? new Uint8Array()) }
}

it('reads as a header without rows, required columns marked', async () => {
  const { path } = await write(template)
  const rows = await readRows(path)
  expect(rows).toEqual([{ number: 1, cells: ['姓名*', '工号*', '类别', '部门*', '备注'] }])
  expect(rows[0]?.cells.map(plainTitle)).toEqual(template.columns.map(({ title }) => title))
  expect(['姓名 ＊', ' 姓名*', '姓名'].map(plainTitle)).toEqual(['姓名', '姓名', '姓名'])
})

it('gives a title that is nearly all spaces as fast as any other', () => {
  const wide = `a${' '.repeat(200_000)}b`
  expect([wide, `${wide} *`].map(plainTitle)).toEqual([wide, wide])
})

it('tells how to fill it in, in its language', async () => {
  const { path } = await write(template)
  const rows = (await readRows(path, { sheet: '填写说明' })).map(({ cells }) => cells)
  expect(rows.slice(0, 4)).toEqual([
    ['字段', '是否必填', '格式', '示例', '可选值'],
    ['姓名', '必填', '', '张三'],
    ['工号', '必填', '字母和数字，保留前导零', '00123'],
    ['类别', '选填', '', '', '员工、承包商'],
  ])
  const english = await write({ ...template, sheet: 'People', language: 'en' })
  expect((await readRows(english.path, { sheet: 'Instructions' }))[0]?.cells).toEqual([
    'Field',
    'Required',
    'Format',
    'Example',
    'Allowed values',
  ])
})

it('offers choices as lists, long ones and those with commas from a sheet that is hidden', async () => {
  const { path, part } = await write(template)
  const sheet = part('xl/worksheets/sheet1.xml')
  const validations = [...sheet.matchAll(/<dataValidation ([^>]*)><formula1>([^<]*)<\/formula1><\/dataValidation>/g)]
  expect(validations.map(([, attributes = '', source]) => [/sqref="([^"]*)"/.exec(attributes)?.[1], source])).toEqual([
    ['C2:C20001', '&quot;员工,承包商&quot;'],
    ['D2:D20001', 'lists!$A$1:$A$60'],
    ['E2:E20001', 'lists!$B$1:$B$2'],
  ])
  for (const [, attributes] of validations) expect(attributes).toMatch(/^type="list" .*showErrorMessage="1"/)
  expect(sheet).toContain('<dataValidations count="3">')
  // The order of elements is the format's: Excel repairs a workbook with another.
  expect(sheet.indexOf('</sheetData>')).toBeLessThan(sheet.indexOf('<dataValidations'))
  expect(part('xl/workbook.xml')).toMatch(/<sheet name="lists" sheetId="3" state="hidden" r:id="rId3"\/><\/sheets>/)
  const lists = (await readRows(path, { sheet: 'lists' })).map(({ cells }) => cells)
  expect(lists.map(([first]) => first)).toEqual(departments)
  expect(lists.slice(0, 2).map(([, second]) => second)).toEqual(['一,二', '<&"三"'])
})

it('has neither lists nor a hidden sheet where there is nothing to choose', async () => {
  const { part } = await write({ ...template, columns: template.columns.slice(0, 2) })
  expect(part('xl/worksheets/sheet1.xml')).not.toContain('dataValidation')
  expect(part('xl/workbook.xml').match(/<sheet /g)).toHaveLength(2)
})

it('takes everything for text, so that leading zeros and long numbers stay', async () => {
  const { part } = await write(template)
  const columns = [...part('xl/worksheets/sheet1.xml').matchAll(/<col min="(\d+)" max="(\d+)" width="(\d+)" style="(\d+)"/g)]
  expect(columns.map(([, min, max]) => [min, max])).toEqual(['1', '2', '3', '4', '5'].map((at) => [at, at]))
  const styles = /<cellXfs.*<\/cellXfs>/.exec(part('xl/styles.xml'))?.[0].match(/<xf [^>]*>/g) ?? []
  for (const [, , , , style] of columns) expect(styles[Number(style)]).toContain('numFmtId="49"')
  expect(columns[0]?.[3]).toBe('12')
})
