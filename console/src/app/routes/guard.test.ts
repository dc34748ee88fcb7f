import type { UserInfo } from '@vigil/contract/session/calls.ts'
import { describe, expect, test } from 'vitest'
import { judge, landing } from './guard.ts'

const user: UserInfo = {
  id: '7',
  userName: 'operator',
  cname: '王建国',
  belongDeptId: null,
  belongDeptName: null,
  userRoles: [{ id: '2', name: '值班员' }],
  permissions: ['alarmRealMgmt'],
  avatar: '',
  workNum: '10001',
  scopeDeptIds: null,
  siteTimeZone: 'Asia/Shanghai',
  wallDisplay: false,
  mustChangePassword: false,
}
const at = (address: string) => {
  const { pathname, search } = new URL(address, 'http://console')
  return { pathname, search }
}
const stranger = { signedIn: false, user: null, holder: null }
const operator = { signedIn: true, user, holder: null }
const open = { kind: 'open' }

describe('without a session', () => {
  test.each(['/login', '/404'])('%s opens', (address) => expect(judge(at(address), stranger)).toEqual(open))

  test.each(['/', '/home'])('%s leads to the sign-in page', (address) =>
    expect(judge(at(address), stranger)).toEqual({ kind: 'go', to: '/login' }),
  )

  test('any other address leads there too and is remembered', () => {
    expect(judge(at('/alarmMgmt/alarmRealMgmt?level=1'), stranger)).toEqual({
      kind: 'go',
      to: '/login?redirect=%2FalarmMgmt%2FalarmRealMgmt%3Flevel%3D1',
    })
    expect(judge(at('/nowhere'), stranger)).toEqual({ kind: 'go', to: '/login?redirect=%2Fnowhere' })
  })
})

test('with a token and no user the user is loaded first', () => {
  expect(judge(at('/home'), { ...operator, user: null })).toEqual({ kind: 'identify' })
})

describe('signed in', () => {
  test('the sign-in page leads to / and / to home', () => {
    expect(judge(at('/login'), operator)).toEqual({ kind: 'go', to: '/' })
    expect(judge(at('/'), operator)).toEqual({ kind: 'go', to: '/home' })
  })

  test('home opens for everybody, other screens by permission', () => {
    expect(judge(at('/home'), operator)).toEqual(open)
    expect(judge(at('/alarmMgmt/alarmRealMgmt'), operator)).toEqual(open)
    expect(judge(at('/alarmMgmt/alarmRealMgmt/'), operator)).toEqual(open)
  })

  test('unknown addresses, screens without permission and bare groups are all not found', () => {
    for (const address of ['/nowhere', '/alarmMgmt/alarmHisMgmt', '/alarmMgmt', '/alarmRealMgmt'])
      expect(judge(at(address), operator)).toEqual({ kind: 'go', to: '/404' })
  })

  test('what no menu lists opens with any of the permissions of what leads there, and with no other', () => {
    expect(judge(at('/alarmMgmt/alarmCockpit?id=7'), operator)).toEqual(open)
    const historian = { ...operator, user: { ...user, permissions: ['alarmHisMgmt'] } }
    expect(judge(at('/alarmMgmt/alarmCockpit?id=7'), historian)).toEqual(open)
    const other = { ...operator, user: { ...user, permissions: ['alarm:handle', 'alarmCockpit', 'hatMgmt'] } }
    expect(judge(at('/alarmMgmt/alarmCockpit?id=7'), other)).toEqual({ kind: 'go', to: '/404' })
  })

  test.each(['管理员', '超级管理员'])('%s opens every screen', (name) => {
    const administrator = { ...user, permissions: [], userRoles: [{ id: '1', name }] }
    expect(judge(at('/systemMgmt/logMgmt'), { ...operator, user: administrator })).toEqual(open)
  })

  test('whoever has to change the first password stays at the sign-in page', () => {
    const fresh = { ...operator, user: { ...user, mustChangePassword: true } }
    expect(judge(at('/login'), fresh)).toEqual(open)
    expect(judge(at('/alarmMgmt/alarmRealMgmt'), fresh)).toEqual({
      kind: 'go',
      to: '/login?redirect=%2FalarmMgmt%2FalarmRealMgmt',
    })
  })
})

describe('in a tab of the browser that holds what was kept for', () => {
  test('the same user, everything goes on', () => {
    expect(judge(at('/home'), { ...operator, holder: user.id })).toEqual(open)
    expect(judge(at('/login'), { ...operator, holder: user.id })).toEqual({ kind: 'go', to: '/' })
  })

  test.each(['/', '/home', '/login', '/404', '/alarmMgmt/alarmRealMgmt?level=1'])('somebody else, %s begins anew', (address) =>
    expect(judge(at(address), { ...operator, holder: '8' })).toEqual({ kind: 'anew', to: address }),
  )

  test('somebody else, whose sign-in page is still there for who has to change the first password', () => {
    const fresh = { signedIn: true, user: { ...user, mustChangePassword: true }, holder: '8' }
    expect(judge(at('/login'), fresh)).toEqual(open)
  })
})

test('one lands at an address of this console only', () => {
  const asked = '/alarmMgmt/alarmRealMgmt?level=1'
  expect(landing(asked, user, null)).toBe(asked)
  for (const strange of [null, '', 'https://elsewhere', '//elsewhere', '/\\elsewhere', '/login?redirect=/login'])
    expect(landing(strange, user, null)).toBe('/')
})

test('one goes on where one was, and not where somebody else was', () => {
  const left = '/personMgmt/personInfoMgmt?keyword=王建国'
  expect(landing(left, user, user.id)).toBe(left)
  expect(landing(left, user, '8')).toBe('/')
})
