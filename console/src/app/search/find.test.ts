import { expect, test, vi } from 'vitest'
import { useErrorLog } from '../../shared/error-log/error-log.ts'
import type { SearchHit, SearchProvider } from '../../shared/find/search.ts'
import { session } from '../../shared/session/session.ts'
import { find } from './find.ts'
import { screensProvider } from './screens-provider.ts'

const hit: SearchHit = { key: '1', icon: 'user', title: '陈国强', detail: '煤磨工段', address: '/home' }
const provider = (name: string, search: SearchProvider['search']): SearchProvider => ({
  name,
  title: { zh: name, en: name },
  order: 0,
  search,
})
const idle = new AbortController().signal

test('a provider that fails costs the others nothing and is told', async () => {
  const found = await find(
    [
      provider('broken', () => Promise.reject(new Error('HTTP 503'))),
      provider('people', () => Promise.resolve([hit])),
      provider('empty', () => Promise.resolve([])),
    ],
    '陈',
    'zh',
    idle,
  )
  expect(found.map(({ provider: { name }, hits, failure }) => [name, hits.length, failure])).toEqual([
    ['broken', 0, 'HTTP 503'],
    ['people', 1, null],
  ])
  expect(useErrorLog.getState().errors[0]?.location).toBe('search broken')
})

test('what was given up is not an error', async () => {
  const given = new AbortController()
  given.abort()
  const search = vi.fn(() => Promise.reject(new Error('aborted')))
  const before = useErrorLog.getState().errors.length
  await find([provider('people', search)], '陈', 'zh', given.signal)
  expect(useErrorLog.getState().errors).toHaveLength(before)
})

test.each([
  ['实时位置', '实时位置'],
  ['sswz', '实时位置'],
  ['shishiweizhi', '实时位置'],
  ['Live pos', '实时位置'],
  ['zhinenganquanmao', '智能安全帽'],
])('%s finds %s', async (query, title) => {
  session.identify({
    id: '1',
    userName: 'admin',
    cname: '管理员',
    belongDeptId: null,
    belongDeptName: null,
    userRoles: [{ id: '1', name: '超级管理员' }],
    permissions: [],
    avatar: '',
    workNum: '',
    scopeDeptIds: null,
    siteTimeZone: 'Asia/Shanghai',
    wallDisplay: false,
    mustChangePassword: false,
  })
  const hits = await screensProvider.search(query, 'zh', idle)
  expect(hits[0]?.title).toBe(title)
})
