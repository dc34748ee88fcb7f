import { expect, it } from 'vitest'
import { accountCalls } from '@vigil/contract/accounts/calls.ts'
import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { journalCalls } from '@vigil/contract/journal/calls.ts'
import { paged, whole } from '@vigil/contract/kernel/client.ts'
import type { FromServer } from '@vigil/contract/live/live.ts'
import { createTestSite, isType, neighbourOf, openConsole } from '../../../test/site.ts'

const tellsOf =
  (id: string) =>
  (message: FromServer): message is Extract<FromServer, { type: 'changed' }> =>
    message.type === 'changed' && message.records['hat']?.includes(id) === true

it.each(['deleted', 'erased'] as const)(
  'what somebody wore who is %s is another version of itself: in the journal, on consoles and on the other server',
  async (how) => {
    const site = await createTestSite()
    const other = await neighbourOf(site)
    const mill = await site.makeDept('mill')
    const li = await site.makeUser({ name: 'li', deptId: mill, workNum: 'L-1' })
    const miller = await site.makeUser({ name: 'miller', deptId: mill, scope: 'own', permissions: ['hatMgmt'] })
    const far = await openConsole(other.origin, miller.token, null, ['devices'])
    await far.until(isType('welcome'))
    const [worn, kept] = [await site.makeHat('100', { userId: li.id }), await site.makeHat('200', { userId: miller.id })]
    const badge = await site.admin.ask(deviceCalls.saveBsBadge, { badgeNo: 'B', devEui: '00000000000000b1', userId: li.id })
    const [before] = whole(await site.admin.ask(deviceCalls.listBsHatAll, { ids: [worn] }))
    if (!before) throw new Error('the helmet is missing')
    await far.until(tellsOf(kept))
    await far.until(tellsOf(worn))
    const known = far.messages.length
    const since = () => far.messages.slice(known)

    if (how === 'deleted') await site.admin.ask(accountCalls.deleteUserById, { id: li.id })
    else await site.admin.ask(accountCalls.erasePersonData, { id: li.id, confirm: 'L-1' })

    // It was of his department, through him.
    await expect.poll(() => since().some(tellsOf(worn))).toBe(true)
    expect(since().filter(tellsOf(kept))).toEqual([])
    far.socket.close()
    expect(await other.app.checkHeld()).toEqual([])
    const rows = paged(await site.admin.ask(journalCalls.listSysLogByCondition, { module: 'devices', action: 'update' })).list
    const told = rows.map(({ object, objectId, before: was, after: is }) => ({ object, objectId, was, is }))
    expect(told).toHaveLength(2)
    expect(told).toEqual(
      expect.arrayContaining([
        {
          object: 'hat',
          objectId: worn,
          was: { hatNo: 'H-100', userId: li.id, version: 1 },
          is: { hatNo: 'H-100', userId: null, version: 2 },
        },
        {
          object: 'badge',
          objectId: badge.id,
          was: { badgeNo: 'B', userId: li.id, version: 1 },
          is: { badgeNo: 'B', userId: null, version: 2 },
        },
      ]),
    )
    // Whoever edited it meanwhile is told who was first, and does not put the name back.
    expect(await site.admin.send(deviceCalls.saveBsHat, { ...before, remark: 'edited' })).toMatchObject({
      code: 'conflict',
      data: { userId: null, version: 2, changedBy: '系统管理员' },
    })
    const bindings = paged(await site.admin.ask(deviceCalls.listBindingByCondition, {})).list
    expect(Object.fromEntries(bindings.map(({ deviceName, until }) => [deviceName, until === null]))).toEqual({
      B: false,
      'H-100': false,
      'H-200': true,
    })
  },
)
