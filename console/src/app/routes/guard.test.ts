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
const stranger = { signedIn: false, user: null }
const operator = { signedIn: true, user }
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
  expect(judge(at('/home'), { signedIn: true, user: null })).toEqual({ kind: 'identify' })
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

  test.each(['管理员', '超级管理员'])('%s opens every screen', (name) => {
    const administrator = { ...user, permissions: [], userRoles: [{ id: '1', name }] }
    expect(judge(at('/systemMgmt/logMgmt'), { signedIn: true, user: administrator })).toEqual(open)
  })

  test('whoever has to change the first password stays at the sign-in page', () => {
    const fresh = { signedIn: true, user: { ...user, mustChangePassword: true } }
    expect(judge(at('/login'), fresh)).toEqual(open)
    expect(judge(at('/alarmMgmt/alarmRealMgmt'), fresh)).toEqual({
      kind: 'go',
      to: '/login?redirect=%2FalarmMgmt%2FalarmRealMgmt',
    })
  })
})

test('one lands at an address of this console only', () => {
  expect(landing('/alarmMgmt/alarmRealMgmt?level=1')).toBe('/alarmMgmt/alarmRealMgmt?level=1')
  for (const strange of [null, '', 'https://elsewhere', '//elsewhere', '/\\elsewhere', '/login?redirect=/login'])
    expect(landing(strange)).toBe('/')
})
