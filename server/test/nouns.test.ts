import { beforeAll, describe, expect, it } from 'vitest'
import { indoorCalls } from '@vigil/contract/indoor/calls.ts'
import type { Call } from '@vigil/contract/kernel/call.ts'
import { permissions } from '@vigil/contract/menu/routes.ts'
import { bodiesFor, calls, shapeOf } from './kinds.ts'
import { afterFile } from './ends.ts'
import { createTestSite, type TestSite } from './site.ts'

/** Every kind of record that has `list…ByDeptId`, `save…` and `delete…ById`, found in the contract. */
interface Kind {
  readonly word: string
  readonly list: Call
  readonly count: Call
  readonly save: Call
  readonly remove: Call
}
const kinds = [...calls].flatMap(([name, list]): Kind[] => {
  const [, word] = /^list(.+)ByDeptId$/.exec(name) ?? []
  const [save, remove] = [calls.get(`save${word}`), calls.get(`delete${word}ById`)]
  const count = calls.get(`count${word}ByDeptId`)
  if (!word || !save || !remove || [list, save, remove].some(({ planned }) => planned)) return []
  if (!count) throw new Error(`${word} is not counted by department`)
  return [{ word, list, count, save, remove }]
})

interface Saved {
  readonly id: string
  readonly version: number
}

describe('every kind of record that belongs to departments', () => {
  let site: TestSite
  let floorId: string
  let depts: { mine: string; below: string; other: string }
  beforeAll(async () => {
    // Without jobs: a record changes by who saves it alone.
    site = await createTestSite({}, afterFile, { jobs: () => [] })
    const mine = await site.makeDept('烧成车间')
    depts = { mine, below: await site.makeDept('煤磨工段', mine), other: await site.makeDept('包装发运部') }
    const { id: pid } = await site.admin.ask(indoorCalls.saveBsBuilding, { name: '主控楼' })
    floorId = (await site.admin.ask(indoorCalls.saveBsFloor, { pid, level: 1, name: '一层' })).id
  })
  /** The first of the made-up bodies that is saved. */
  const make = async (kind: Kind, deptId: string): Promise<Saved & Record<string, unknown>> => {
    const refusals: string[] = []
    const standing = { deptId, ...('pid' in shapeOf(kind.save) ? { pid: floorId } : {}) }
    for (const body of bodiesFor(kind.save, standing)) {
      const answer = await site.admin.send(kind.save, body)
      if (answer.code === '200') return answer.data as Saved & Record<string, unknown>
      refusals.push(answer.msg)
    }
    throw new Error(`no ${kind.word} could be made: ${[...new Set(refusals)].slice(0, 5).join('; ')}`)
  }
  const idsIn = (data: unknown): string[] =>
    (Array.isArray(data) ? data : (data as { list: Saved[] }).list).map(({ id }: Saved) => id)

  it('is found in the contract', () => {
    expect(kinds.map(({ word }) => word)).toEqual(
      expect.arrayContaining([
        'User',
        'BsHat',
        'BsBadge',
        'BsCar',
        'BsBeacon',
        'BsCamera',
        'BsHazardArea',
        'BsDangArea',
        'BsHazardPoint',
      ]),
    )
  })

  it.each(kinds.map((kind) => [kind.word, kind] as const))(
    '%s is seen, changed and deleted within one’s own departments alone',
    async (_, kind) => {
      const [mine, below, other] = [await make(kind, depts.mine), await make(kind, depts.below), await make(kind, depts.other)]
      const name = `scoped-${kind.word}`
      const { client } = await site.makeUser({ name, scope: 'own', deptId: depts.mine, permissions: [...permissions] })
      const seen = idsIn(await client.ask(kind.list, {}))
      expect(seen).toEqual(expect.arrayContaining([mine.id, below.id]))
      expect(seen).not.toContain(other.id)
      // Asking for the other department by name finds no more than asking for all.
      expect(idsIn(await client.ask(kind.list, { deptId: depts.other }))).not.toContain(other.id)
      expect(await client.send(kind.save, { ...other, id: other.id, version: other.version })).toMatchObject({
        code: 'notFound',
        data: null,
      })
      expect(await client.send(kind.save, { ...mine, deptId: depts.other })).toMatchObject({ code: 'notFound' })
      expect(await client.send(kind.remove, { id: other.id })).toMatchObject({ code: 'notFound' })
      expect(idsIn(await site.admin.ask(kind.list, { deptId: depts.other }))).toContain(other.id)
      expect(await client.send(kind.remove, { id: below.id })).toMatchObject({ code: '200' })
    },
  )

  it.each(kinds.map((kind) => [kind.word, kind] as const))(
    '%s is counted by department as it is listed, within one’s own departments alone',
    async (_, kind) => {
      for (const deptId of Object.values(depts)) await make(kind, deptId)
      const { client } = await site.makeUser({
        name: `counted-${kind.word}`,
        scope: 'own',
        deptId: depts.mine,
        permissions: [...permissions],
      })
      const countsFor = async (asking: typeof client, body: object): Promise<Record<string, number>> => {
        const counted = (await asking.ask(kind.count, body)) as readonly { deptId: string | null; count: number }[]
        return Object.fromEntries(counted.map(({ deptId, count }) => [deptId ?? '', count]))
      }
      const listedFor = async (asking: typeof client, body: object): Promise<Record<string, number>> => {
        const listed = (await asking.ask(kind.list, body)) as readonly { deptId: string | null }[]
        const byDept = Object.groupBy(listed, ({ deptId }) => deptId ?? '')
        return Object.fromEntries(Object.entries(byDept).map(([id, rows]) => [id, rows?.length ?? 0]))
      }
      const own = await countsFor(client, {})
      expect(own).toEqual(await listedFor(client, {}))
      expect(Object.keys(own)).toEqual(expect.arrayContaining([depts.mine, depts.below]))
      expect(Object.keys(own)).not.toContain(depts.other)
      expect(await countsFor(site.admin, {})).toEqual(await listedFor(site.admin, {}))
      expect(await countsFor(site.admin, { keyword: 'nobody is called this' })).toEqual({})
    },
  )

  it.each(kinds.map((kind) => [kind.word, kind] as const))(
    '%s saved by two: the second is told and shown the difference',
    async (_, kind) => {
      const read = await make(kind, depts.mine)
      const first = await site.admin.send(kind.save, { ...read, deptId: depts.below })
      expect(first, first.msg).toMatchObject({ code: '200', data: { version: read.version + 1 } })
      const second = await site.admin.send(kind.save, { ...read, deptId: depts.other })
      expect(second).toMatchObject({ code: 'conflict', data: { id: read.id, version: read.version + 1, deptId: depts.below } })
      const listed = (await site.admin.ask(kind.list, { deptId: depts.below })) as readonly Saved[]
      expect(listed.find(({ id }) => id === read.id)).toEqual(first.data)
    },
  )
})
