import { expect, it } from 'vitest'
import { accountCalls } from '@vigil/contract/accounts/calls.ts'
import { createClient } from '@vigil/contract/kernel/client.ts'
import { createTestSite, secondServer } from './site.ts'

it('are counted in the journal, also when the server ends before anything follows', async () => {
  const site = await createTestSite()
  const { token } = await site.makeUser({ name: 'li', permissions: [] })
  const app = await secondServer(site)
  const li = createClient({ origin: await app.fastify.listen({ port: 0, host: '127.0.0.1' }), token: () => token })
  for (let time = 0; time < 5; time += 1) {
    expect(await li.send(accountCalls.saveDept, { name: 'x' })).toMatchObject({ code: 'forbidden' })
  }
  await app.close()
  const { rows } = await site.db.raw(site.db.sql, `SELECT * FROM journal WHERE action = 'refused' ORDER BY id`)
  const refused = { cname: 'li', object: '/sys/sysDept/saveDept', result: 'forbidden' }
  expect(rows).toMatchObject([
    { ...refused, repeated: 1 },
    { ...refused, repeated: 4 },
  ])
})
