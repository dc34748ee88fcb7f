import { expect, it } from 'vitest'
import { domains } from '@vigil/contract/index.ts'
import type { Call } from '@vigil/contract/kernel/call.ts'
import { createTestSite } from './site.ts'

const calls: readonly Call[] = Object.values(domains).flatMap((domain) => Object.values<Call>(domain))
const pageOfOne = { pageNum: 1, pageSize: 1 }
const isPaged = (call: Call): boolean => {
  const body = call.body.safeParse(pageOfOne)
  return call.planned !== true && body.success && typeof body.data === 'object' && body.data !== null && 'pageSize' in body.data
}

it('every list that takes paging answers a page when one is asked for, and refuses to sort by what it does not have', async () => {
  const site = await createTestSite()
  const paged = calls.filter(isPaged)
  expect(paged.length).toBeGreaterThan(10)
  for (const call of paged) {
    expect(await site.admin.send(call, pageOfOne), call.path).toMatchObject({
      code: '200',
      data: { list: expect.any(Array), total: expect.any(Number) },
    })
    expect(await site.admin.send(call, { sort: 'nothing' }), call.path).toMatchObject({
      code: 'invalidInput',
      data: { field: 'sort' },
    })
  }
})
