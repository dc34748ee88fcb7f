import type { User } from '@vigil/contract/accounts/user.ts'
import { paged } from '@vigil/contract/kernel/client.ts'
import { QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '../api/queries.ts'
import { loadRank, plainRank } from '../find/pinyin.ts'
import { chosenAfter, knownPerson, offered, peopleQuery, personOf, type Person } from './people.ts'

const person = (id: string, name: string, workNum = `1000${id}`): Person => ({ id, name, workNum })
const [li, liu, zhang] = [person('1', '李建军'), person('2', '刘世杰'), person('3', '张春梅')]
const names = (people: readonly Person[]): string[] => people.map(({ name }) => name)

const user: User = {
  id: '1',
  version: 1,
  userName: null,
  cname: '李建军',
  workNum: '10001',
  deptId: null,
  deptName: null,
  kind: 'employee',
  post: '',
  mobile: '',
  canLogin: false,
  wallDisplay: false,
  enable: 0,
  roleIds: [],
  roleNames: [],
  lastLoginAt: null,
}

afterEach(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
})

test('somebody out of use is still somebody, and told to be so', () => {
  expect(personOf(user)).toMatchObject({ id: '1', name: '李建军', workNum: '10001', disabled: true })
  expect(personOf({ ...user, enable: 1 }).disabled).toBe(false)
})

test('the known are found by pinyin and number too, before what the server found, nobody twice', async () => {
  const rank = await loadRank()
  expect(names(offered([li, liu, zhang], [], 'ljj', rank))).toEqual(['李建军'])
  expect(names(offered([li, liu], [zhang, li], '10001', rank))).toEqual(['张春梅', '李建军'])
  expect(names(offered([li, liu], [zhang], 'li', rank))).toEqual(['李建军', '刘世杰', '张春梅'])
})

test('nobody is offered who was not asked for, and everybody the server says without a question', () => {
  expect(offered([li, liu], [], '王', plainRank)).toEqual([])
  expect(offered([li], [zhang, liu], ' ', plainRank)).toEqual([zhang, liu])
})

test('a name comes from the first list that knows it', () => {
  const renamed = person('1', '李建国')
  expect(knownPerson('1', [renamed], [li])).toBe(renamed)
  expect(knownPerson('9', [li], [liu])).toBeNull()
})

test('boxes of a page leave those of other pages as they are', () => {
  expect(chosenAfter([zhang, li], [li, liu], ['1', '2'], true)).toEqual([zhang, li, liu])
  expect(chosenAfter([zhang, li], [li, liu], ['2'], true)).toEqual([zhang, liu])
  expect(chosenAfter([zhang], [li, liu], ['2'], false)).toEqual([liu])
})

test('an answer to an older question never shows, however late it comes', async () => {
  const asked = new Map<string, { readonly answer: (list: readonly User[]) => void; readonly signal: AbortSignal }>()
  vi.stubGlobal('fetch', (_address: string, { body, signal }: { body: string; signal: AbortSignal }) => {
    const { keyword } = JSON.parse(body) as { readonly keyword: string }
    return new Promise<Response>((resolve) => {
      const answer = (list: readonly User[]): void =>
        resolve(Response.json({ code: '200', msg: 'success', data: { list, total: list.length } }))
      asked.set(keyword, { answer, signal })
    })
  })
  const search = (keyword: string) => peopleQuery({ keyword, deptId: null, pageNum: 1, pageSize: 20 }, true)
  const observer = new QueryObserver(queryClient, search('李'))
  const shown: string[][] = []
  const stop = observer.subscribe(({ data, isPlaceholderData }) => {
    if (data && !isPlaceholderData) shown.push(paged(data).list.map(({ cname }) => cname))
  })
  observer.setOptions(search('李建'))
  expect([...asked.keys()]).toEqual(['李', '李建'])
  // The older question is taken back, and its answer, should it come all the same, is nobody's.
  expect(asked.get('李')?.signal.aborted).toBe(true)
  asked.get('李建')?.answer([user])
  asked.get('李')?.answer([{ ...user, id: '2', cname: '李世杰' }])
  await expect.poll(() => shown.at(-1)).toEqual(['李建军'])
  await new Promise((done) => setImmediate(done))
  expect(shown.flat()).not.toContain('李世杰')
  expect(paged(observer.getCurrentResult().data ?? []).list.map(({ cname }) => cname)).toEqual(['李建军'])
  stop()
})
