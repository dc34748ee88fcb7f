import { describe, expect, it, onTestFinished } from 'vitest'
import WebSocket from 'ws'
import { accountCalls } from '@vigil/contract/accounts/calls.ts'
import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { journalCalls } from '@vigil/contract/journal/calls.ts'
import { paged, type Client } from '@vigil/contract/kernel/client.ts'
import type { Page } from '@vigil/contract/kernel/shapes.ts'
import { sessionCalls } from '@vigil/contract/session/calls.ts'
import { permissions } from '@vigil/contract/menu/routes.ts'
import { transferCalls } from '@vigil/contract/transfers/calls.ts'
import { afterFile } from './ends.ts'
import { createFileSite, fetchFile } from './files.ts'
import { bodiesFor, listedNouns, savedKinds } from './kinds.ts'
import { createTestSite, deviceKey, isType, type TestSite } from './site.ts'
import { ended } from './transfers.ts'

/** Phone numbers and the like, for somebody who holds every permission but the one to see them. */

const secret = '13812345678'
const masked = '138****5678'
const blindly = permissions.filter((permission) => permission !== 'private:view')

/** Every list of the contract whose records have private fields. */
const secretive = listedNouns.flatMap(({ name, list, noun }) =>
  Object.entries(noun.fields).flatMap(([field, { private: isPrivate }]) => (isPrivate ? [{ name, list, noun, field }] : [])),
)

describe('private data', () => {
  it('are the phones of people, helmets and cars, where a message went, and the numbers of visitors', () => {
    expect([...new Set(secretive.map(({ noun, field }) => `${noun.name}.${field}`))].toSorted()).toEqual([
      'car.mobile',
      'hat.mobile',
      'pushRecord.target',
      'user.mobile',
      'visit.idNo',
      'visit.phone',
      'visitorBan.idNo',
      'visitorBan.phone',
    ])
  })

  const site = createFileSiteOnce()
  it.each(secretive.map((one) => [`${one.name} ${one.field}`, one] as const))(
    '%s: shown masked, and neither searched nor sorted nor asked for',
    async (_, { list, noun, field }) => {
      const { blind, client } = await site()
      const kind = savedKinds.find((saved) => saved.noun === noun)
      if (kind) {
        for (const body of bodiesFor(kind.save, {}, 11))
          if ((await client.send(kind.save, { ...body, [field]: secret })).code === '200') break
      } else {
        // Nobody saves one: the server writes them itself.
        await (await site()).db.raw(
          (await site()).db.sql,
          `INSERT INTO push_record (title, content, channel, target, status, fail_reason, retry, alarm_id)
           VALUES ('a', 'b', 'sms', $1, 'sent', '', 0, '')`,
          [secret],
        )
      }
      const rows = async (as: Client, body: object) =>
        paged((await as.ask(list, body)) as Record<string, unknown>[] | Page<Record<string, unknown>>)
      const shown = (await rows(client, {})).list.map((row) => row[field])
      expect(shown).toContain(secret)
      const told = (await rows(blind.client, {})).list.map((row) => row[field])
      expect(told).toContain(masked)
      expect(told).not.toContain(secret)
      for (const keyword of [secret, '2345', secret.slice(3)])
        expect(await rows(blind.client, { keyword, pageSize: 1, pageNum: 1 })).toEqual({ list: [], total: 0 })
      for (const sort of [field, `-${field}`]) {
        expect(await blind.client.send(list, { sort })).toMatchObject({ code: 'forbidden', data: { field: 'sort' } })
        expect((await client.send(list, { sort })).code).toBe('200')
      }
      const narrowing = [
        ...noun.filters.filter((name) => name === field),
        ...noun.ranges.filter((name) => name === field).map((name) => `${name}From`),
      ]
      for (const name of narrowing) expect((await blind.client.send(list, { [name]: secret })).code).toBe('forbidden')
    },
  )

  it('leave in no sheet, and sort none', async () => {
    const { blind } = await site()
    const files = await site()
    const order = { noun: 'hat', fields: ['hatNo', 'mobile'], format: 'csv' as const }
    const done = await ended(blind.client, await blind.client.ask(transferCalls.startExport, order))
    const text = await (await fetchFile(files, { url: `/api/files/${done.fileId}` }, blind.token)).text()
    expect(text).toContain(masked)
    expect(text).not.toContain(secret)
    const sorted = await ended(
      blind.client,
      await blind.client.ask(transferCalls.startExport, { ...order, filter: { sort: 'mobile' } }),
    )
    expect(sorted).toMatchObject({ state: 'failed', fileId: null, reason: '没有权限：查看个人隐私信息' })
  })

  it('are masked in the record that a conflict answers, in the journal, and come back masked as no change', async () => {
    const { blind, client } = await site()
    const id = (await client.ask(deviceCalls.saveBsHat, { hatNo: 'conflict', imei: '864901040000009', mobile: secret })).id
    const read = paged(await blind.client.ask(deviceCalls.listBsHatAll, { ids: [id] })).list[0]
    expect(read).toMatchObject({ mobile: masked })
    expect(await blind.client.ask(deviceCalls.saveBsHat, { ...read, hatNo: 'conflict', imei: '864901040000009' })).toMatchObject({
      mobile: masked,
    })
    expect(paged(await client.ask(deviceCalls.listBsHatAll, { ids: [id] })).list).toMatchObject([{ mobile: secret, version: 2 }])
    expect(
      await blind.client.send(deviceCalls.saveBsHat, { ...read, hatNo: 'x', imei: '864901040000008', version: 1 }),
    ).toMatchObject({
      code: 'conflict',
      data: { mobile: masked },
    })
    const log = await blind.client.ask(journalCalls.listSysLogByCondition, { keyword: 'hat' })
    expect(JSON.stringify(log)).toContain(masked)
    expect(JSON.stringify(log)).not.toContain(secret)
  })

  it('in letters of before stay whole when they come back masked', async () => {
    const { blind, client, db } = await site()
    const [wide, shown] = ['１３８１２３４５６７８', '１３８****５６７８']
    const hat = await client.ask(deviceCalls.saveBsHat, { hatNo: 'wide', imei: '864901040000019' })
    const person = await client.ask(accountCalls.saveUser, { cname: '宽字', workNum: 'wide' })
    await db.raw(db.sql, `UPDATE device SET mobile = '${wide}' WHERE id = ${hat.id}`)
    await db.raw(db.sql, `UPDATE person SET mobile = '${wide}' WHERE id = ${person.id}`)
    const [readHat] = paged(await blind.client.ask(deviceCalls.listBsHatAll, { ids: [hat.id] })).list
    const [readPerson] = paged(await blind.client.ask(accountCalls.listUserByDeptId, { ids: [person.id] })).list
    if (!readHat || !readPerson) throw new Error('they are not there')
    expect([readHat.mobile, readPerson.mobile]).toEqual([shown, shown])
    await blind.client.ask(deviceCalls.saveBsHat, { ...readHat, remark: 'x' })
    await blind.client.ask(accountCalls.saveUser, { ...readPerson, post: 'x' })
    const { rows } = await db.raw(
      db.sql,
      `SELECT mobile FROM device WHERE id = ${hat.id} UNION ALL SELECT mobile FROM person WHERE id = ${person.id}`,
    )
    expect(rows).toEqual([{ mobile: wide }, { mobile: wide }])
  })

  function createFileSiteOnce() {
    type Ground = Awaited<ReturnType<typeof createFileSite>> & {
      client: Client
      blind: Awaited<ReturnType<TestSite['makeUser']>>
    }
    let made: Promise<Ground> | null = null
    return (): Promise<Ground> =>
      (made ??= createFileSite({}, afterFile).then(async (files) => ({
        ...files,
        client: files.admin,
        blind: await files.makeUser({ name: 'blind', permissions: blindly }),
      })))
  }
})

describe('a helmet’s phone', () => {
  it('is masked in the live directory, until the right comes', async () => {
    const site = await createTestSite()
    await site.admin.ask(deviceCalls.saveBsHat, { hatNo: 'H-1', imei: '864901040000001', mobile: secret })
    const guard = await site.makeUser({ name: 'guard', permissions: ['trackRealMgmt'] })
    const [his, all] = [await site.live(guard.token), await site.live(site.adminToken)]
    expect((await his.until(isType('directory'))).objects).toMatchObject([{ mobile: masked }])
    expect((await all.until(isType('directory'))).objects).toMatchObject([{ mobile: secret }])
    await site.admin.ask(accountCalls.saveRole, {
      id: guard.roleId ?? '',
      name: 'guards',
      scope: 'all',
      permissions: ['trackRealMgmt', 'private:view'],
    })
    await his.until(
      (message): message is Extract<typeof message, { type: 'directory' }> =>
        message.type === 'directory' && message.objects.some(({ mobile }) => mobile === secret),
    )
  })

  it('is masked by the helmet service, in lists and in what it pushes', async () => {
    const site = await createTestSite()
    await site.admin.ask(deviceCalls.saveBsHat, { hatNo: 'H-1', imei: '864901040000001', mobile: secret })
    const guard = await site.makeUser({ name: 'guard', permissions: ['trackRealMgmt'] })
    const said = async (
      client: Client | null,
    ): Promise<{ say: (message: unknown) => void; until: (cmd: string) => Promise<string> }> => {
      const socket = new WebSocket(`${site.origin.replace('http', 'ws')}/helmet`)
      onTestFinished(() => socket.terminate())
      const heard: string[] = []
      const waiting: (() => void)[] = []
      socket.on('message', (data: Buffer) => {
        heard.push(data.toString())
        for (const look of waiting) look()
      })
      await new Promise((resolve) => socket.once('open', resolve))
      const say = (message: unknown): void => socket.send(JSON.stringify(message))
      const until = (cmd: string): Promise<string> =>
        new Promise((resolve) => {
          const look = (): void => {
            const found = heard.find((text) => text.includes(`"cmd":"${cmd}"`))
            if (found !== undefined) resolve(found)
          }
          waiting.push(look)
          look()
        })
      if (client) {
        const { ticket } = await client.ask(sessionCalls.createHelmetTicket, undefined)
        say({ act: 'ma_login', access_token: ticket })
        await until('ma_login')
      }
      return { say, until }
    }
    const helmet = await said(null)
    helmet.say({ act: 'ca_login', device_id: '864901040000001', key: deviceKey })
    await helmet.until('ca_login')
    const [his, all] = [await said(guard.client), await said(site.admin)]
    for (const one of [his, all]) one.say({ act: 'ma_get_active_devices' })
    expect(await his.until('ma_get_active_devices')).toContain(masked)
    expect(await all.until('ma_get_active_devices')).toContain(secret)
    helmet.say({ act: 'ca_sos', sos_type: '7' })
    expect(await his.until('server_push_sos')).toContain(masked)
    expect(await all.until('server_push_sos')).toContain(secret)
    helmet.say({ act: 'ca_sip_sos', room_id: '9' })
    expect(await his.until('server_push_ca_sip_sos')).not.toContain(secret)
  })
})

describe('the tree of departments', () => {
  it('tells names to everybody, and the rest of those in scope to who manages them', async () => {
    const site = await createTestSite()
    const plant = await site.makeDept('plant')
    const mill = await site.makeDept('mill', plant)
    const full = { id: mill, leader: '', phone: '', people: expect.any(Number), version: 1 }
    const names = { id: plant, pid: null, name: 'plant', children: [{ id: mill, pid: plant, name: 'mill', children: [] }] }
    const person = await site.makeUser({ name: 'li', permissions: ['trackRealMgmt', 'userMgmt'] })
    expect(await person.client.ask(accountCalls.listDeptNodeAll, undefined)).toEqual([names])
    expect((await person.client.send(accountCalls.listDeptByPid, { pid: plant })).code).toBe('forbidden')
    const miller = await site.makeUser({ name: 'miller', scope: 'own', deptId: mill, permissions: ['deptMgmt'] })
    const [root] = await miller.client.ask(accountCalls.listDeptNodeAll, undefined)
    expect(root).toEqual({ ...names, children: [expect.objectContaining(full)] })
    expect(await miller.client.ask(accountCalls.listDeptByPid, {})).toEqual([])
    expect(await miller.client.ask(accountCalls.listDeptByPid, { pid: plant })).toMatchObject([full])
  })
})
