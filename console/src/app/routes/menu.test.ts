import { innerScreens, permissions, routeNames } from '@vigil/contract/menu/routes.ts'
import type { UserInfo } from '@vigil/contract/session/calls.ts'
import { expect, test } from 'vitest'
import { addressOf } from '../../shared/routes/address.ts'
import { menuFor } from './menu.ts'
import { pageAt, pages } from './pages.ts'

const userWith = (granted: readonly string[], role = '值班员'): UserInfo => ({
  id: '7',
  userName: 'operator',
  cname: '王建国',
  belongDeptId: null,
  belongDeptName: null,
  userRoles: [{ id: '2', name: role }],
  permissions: [...granted],
  avatar: '',
  workNum: '',
  scopeDeptIds: null,
  siteTimeZone: 'Asia/Shanghai',
  wallDisplay: false,
  mustChangePassword: false,
})
const names = (user: UserInfo | null) => menuFor(user).flatMap(({ children }) => children.map(({ name }) => name))

test('a child is kept when its name is in the permissions, a group while it has a child', () => {
  const menu = menuFor(userWith(['alarmRealMgmt', 'hatMgmt', 'hatMgmt:edit']))
  expect(menu.map(({ path }) => path)).toEqual(['/alarmMgmt', '/baseMgmt'])
  expect(menu.flatMap(({ children }) => children.map(({ path }) => path))).toEqual([
    '/alarmMgmt/alarmRealMgmt',
    '/baseMgmt/hatMgmt',
  ])
})

test('the right to change a screen does not show it', () => expect(names(userWith(['hatMgmt:edit']))).toEqual([]))

test('nobody sees nothing, an administrator everything in the order of the menu', () => {
  expect(names(null)).toEqual([])
  expect(names(userWith([], '管理员'))).toEqual(routeNames)
  expect(names(userWith(permissions))).toEqual(routeNames)
})

test('every screen has one address and is found there', () => {
  const inner = innerScreens.map(({ name }) => name)
  expect(new Set(pages.map(({ path }) => path)).size).toBe(routeNames.length + inner.length + 1)
  for (const name of [...routeNames, ...inner]) expect(pageAt(addressOf(name))?.name).toBe(name)
})
