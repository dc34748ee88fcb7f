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
  'V1g1l-2026!',
  '@dm!n-2026',
])('%s is little more than a name that everybody knows', (password) => expect(saidOf(password)).toMatch(/过于常见/))

it.each([
  'Wanjiang-Works-1',
  'W.a.n.j.i.a.n.g.works.2026',
  'v.i.g.i.l.2.0',
  '守·望·守·望·2026',
  'adminadmin1',
  'p.a.s.s.w.o.r.d.1.2.3',
])('%s is no more with signs between its letters, and a name twice is still a name', (password) =>
  expect(passwordProblem(password, 'lisi', 'Wanjiang Works')?.zh).toMatch(/过于常见/),
)

it.each([
  'p@ssw0rd!!',
  'P@ssw0rd2026!!',
  'P@$$w0rd@2026',
  '!!P@ss-w0rd!!',
  '#W3lc0me2026#',
  '$unshin3!!',
  'Tru$tn01..',
  'V1g1l!2026',
  '$h0uwang!!!!!',
])('%s is no more with signs around what its letters are written as', (password) => expect(saidOf(password)).toMatch(/过于常见/))

it('contains no user name with signs between its letters, while two words are no short name', () => {
  expect(saidOf('my-L.I.S.I-pass')).toMatch(/不能包含账号/)
  expect(passwordProblem('quiet-coal-in-kiln', 'li', site)).toBeNull()
  expect(passwordProblem('quiet-river-9', '._-', site)).toBeNull()
})

it.each([
  'administrators-nap-9',
  '!@#-Kq7m-%^&*',
  '$treet-l4mp-0ver-c0al!!',
  'p@ss-the-c0al-2026!',
  '!!4471-9035-2268!!',
  'quiet-river-9',
  'we keep vigil by the kiln',
  '守望-Kq7m-x4Tz-9bRw',
  'cement-mill-27-left',
])('%s will do', (password) => expect(saidOf(password)).toBeNull())

it('knows no site whose name is a letter or none', () => {
  for (const name of ['', ' ', 'a']) expect(passwordProblem('a-large-kiln-a', 'lisi', name)).toBeNull()
})
