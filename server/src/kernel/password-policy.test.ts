import { expect, it } from 'vitest'
import { passwordProblem } from './password-policy.ts'

const site = '皖江 Cement'
const saidOf = (password: string) => passwordProblem(password, 'lisi', site)?.zh ?? null

it.each([
  ['short-1', /至少 10 个字符/],
  ['a-B-c-D-'.repeat(20), /最多 128 个字符/],
  ['my-LISI-pass', /不能包含账号/],
  ['aaaaaaaaaaab', /过于常见/],
  ['password123', /过于常见/],
])('%s promises no safety', (password, reason) => expect(saidOf(password)).toMatch(reason))

it.each([
  'Vigil@2026!',
  'vigil-vigil-vigil',
  'ＶＩＧＩＬ２０２６２０２６',
  'Shouwang_2026_11',
  '守望守望守望2026',
  '皖江cement2026',
  '皖江 Cement 20261121',
  'Vigil1qaz2wsx',
])('%s is little more than a name that everybody knows', (password) => expect(saidOf(password)).toMatch(/过于常见/))

it.each(['quiet-river-9', 'we keep vigil by the kiln', '守望-Kq7m-x4Tz-9bRw', 'cement-mill-27-left'])('%s will do', (password) =>
  expect(saidOf(password)).toBeNull(),
)

it('knows no site whose name is a letter or none', () => {
  for (const name of ['', ' ', 'a']) expect(passwordProblem('a-large-kiln-a', 'lisi', name)).toBeNull()
})
