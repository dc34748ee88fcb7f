import { describe, expect, test } from 'vitest'
import { textsOf, textsPage } from './texts.ts'

const said = (source: string, path = 'a.ts') => textsOf(source, path).map(({ at, zh, en }) => [at, zh, en])

describe('texts are found by their shape', () => {
  test.each([
    ['a pair', `export const texts = defineTexts('a', { save: { zh: '保存', en: 'Save' } })`, ['texts.save', '保存', 'Save']],
    [
      'a pair beside more of the same thing',
      `const words = { a: { code: 1, zh: '甲', en: 'A', level: 2 } }`,
      ['words.a', '甲', 'A'],
    ],
    ['values within', 'const f = () => ({ zh: `第 ${row.at} 行${n}`, en: `Row ${row.at}` })', ['f', '第 {at} 行{n}', 'Row {at}']],
    ['a name with its English', `const a = { name: '其他', nameEn: 'Other' }`, ['a.name', '其他', 'Other']],
    ['neighbours in a call', `const by = counted(n, '名用户', 'user', 'users')`, ['by', '名用户', 'user']],
    ['the ends of a question', `const day = () => (language === 'zh' ? '每天' : 'Every day')`, ['day', '每天', 'Every day']],
    ['a line that says it twice', `const line = '已停止 / ' + 'stopped'`, ['line', '已停止', 'stopped']],
  ])('%s', (_what, source, text) => expect(said(source)).toEqual([text]))

  test('within elements', () => {
    expect(said(`const A = () => <p title={{ zh: '甲', en: 'A' }[language]}>{b}</p>`, 'a.tsx')).toEqual([['A', '甲', 'A']])
  })
  test('and nothing else is', () => {
    expect(said(`const a = f('甲', '乙'); const b = { zh: title.zh, en: title.en }; const c = 'a / b'`)).toEqual([])
  })
})

test('the page has those of every workspace that shows some', () => {
  const { page, count } = textsPage()
  for (const folder of ['console/src/features/alarms', 'contract/src/menu', 'server/src/kernel/sheets', 'tools'])
    expect(page).toContain(`\n## ${folder}\n`)
  expect(count).toBeGreaterThan(2000)
})
