import { beforeAll, describe, expect, it } from 'vitest'
import type { Field } from '@vigil/contract/kernel/field.ts'
import { periodText, type SchedulePeriod } from '@vigil/contract/kernel/period.ts'
import { nameFieldOf } from '@vigil/contract/kernel/noun.ts'
import { permissions } from '@vigil/contract/menu/routes.ts'
import type { Client } from '@vigil/contract/kernel/client.ts'
import { transferCalls } from '@vigil/contract/transfers/calls.ts'
import { contents } from './contents.ts'
import { afterFile } from './ends.ts'
import { createFileSite, upload, type FileSite } from './files.ts'
import { bodiesFor, savedKinds, type SavedKind } from './kinds.ts'
import { ended } from './transfers.ts'

/** Every save, deletion and import of the contract, by somebody of department A who holds every permission, on what is not his. */

/** B beside A, the department above both, and none at all. */
const elsewhere = ['beside', 'above', 'none'] as const
type Place = 'mine' | (typeof elsewhere)[number]
type Saved = Readonly<Record<string, unknown>> & { readonly id: string; readonly version: number }

const kindOfNoun = (name: string): SavedKind => {
  const found = savedKinds.find(({ noun }) => noun?.name === name)
  if (!found) throw new Error(`no call saves a ${name}`)
  return found
}

describe('what is not one’s own', () => {
  let site: FileSite
  let depts: Readonly<Record<Place, string | null>>
  let miller: Awaited<ReturnType<FileSite['makeUser']>>
  beforeAll(async () => {
    // Without jobs: what differs afterwards was written by who was refused.
    site = await createFileSite({}, afterFile, { jobs: () => [] })
    const above = await site.makeDept('水泥厂')
    const mine = await site.makeDept('煤磨工段', above)
    depts = { mine, beside: await site.makeDept('包装工段', above), above, none: null }
    miller = await site.makeUser({ name: 'miller', scope: 'own', deptId: mine, permissions: [...permissions] })
  })

  let made = 0
  /** What of a body says where its record belongs. */
  const standingIn = async (kind: SavedKind, place: Place): Promise<Record<string, unknown>> => {
    const { noun, deptBy } = kind
    if (deptBy === null || deptBy === undefined) return {}
    if (deptBy === 'id') return { pid: depts[place] }
    const { as } = (noun?.fields[deptBy] ?? { as: { kind: 'ref', to: 'dept' } }) as Field
    if (as.kind !== 'ref') throw new Error(`${kind.name} belongs by a field that names nothing`)
    return { [deptBy]: as.to === 'dept' ? depts[place] : (await make(kindOfNoun(as.to), place)).id }
  }
  const rowsOf = async ({ read }: SavedKind): Promise<readonly Saved[]> => {
    const answer = read ? ((await site.admin.ask(read, read.method === 'GET' ? undefined : {})) as Saved | Saved[]) : []
    return Array.isArray(answer) ? answer : [answer]
  }
  /** A record that an administrator made; where a kind is never made anew, the one that came with what it belongs to. */
  const make = async (kind: SavedKind, place: Place, client: Client = site.admin): Promise<Saved> => {
    const standing = await standingIn(kind, place)
    const refusals: string[] = []
    made += 1
    for (const body of bodiesFor(kind.save, standing, made)) {
      const answer = await client.send(kind.save, body)
      if (answer.code === '200') return answer.data as Saved
      if ((answer.data as { field?: string } | null)?.field === 'id') {
        const maker = savedKinds.find(({ noun, name }) => noun === kind.noun && name !== kind.name)
        if (maker) return make(maker, place)
        const known = (await rowsOf(kind)).find((row) => Object.entries(standing).every(([name, value]) => row[name] === value))
        if (known) return known
      }
      refusals.push(answer.msg)
    }
    throw new Error(`${kind.name} made nothing: ${[...new Set(refusals)].slice(0, 5).join('; ')}`)
  }
  const answerOf = async (call: SavedKind['save'], body: unknown) => {
    const { code, data } = await miller.client.send(call, body)
    return { code, data }
  }

  it('is every kind that the contract saves, but for roles, whose holders decide, alarms, which who sees them confirms, and what follows from either', () => {
    expect(savedKinds.length).toBeGreaterThan(20)
    expect(savedKinds.filter(({ deptBy }) => deptBy === undefined).map(({ name }) => name)).toEqual([
      'saveRole',
      'assignBsDeviceFault',
      'saveZdTrafficStop',
      'approveZdVisitRecord',
      'ackZdVisitRecord',
      'enterZdVisitRecord',
      'leaveZdVisitRecord',
      'updateZdAlarm',
      'assignAlarm',
      'shelveAlarm',
      'unshelveAlarm',
      // Theirs are the departments of an alarm and of who gave a shift, as of a fault and a stop those of their devices; a visit’s steps leave it where it is: see their own tests.
      'saveZdCase',
      'takeZdHandover',
      'withdrawZdHandover',
    ])
    // What the whole site shares names no department by another field either.
    for (const { name, noun, deptBy } of savedKinds)
      if (deptBy === null)
        expect(
          Object.values<Field>(noun?.fields ?? {}).filter(({ as }) => as.kind === 'ref' && as.to === 'dept'),
          name,
        ).toEqual([])
  })

  const scoped = savedKinds.filter(({ deptBy }) => typeof deptBy === 'string')
  it.each(scoped.map((kind) => [kind.name, kind] as const))(
    '%s: is neither written, taken, made nor deleted',
    async (_, kind) => {
      const ground = await Promise.all(
        elsewhere.map(async (place) => ({
          place,
          there: await make(kind, place),
          mine: await make(kind, 'mine'),
          fresh: bodiesFor(kind.save, await standingIn(kind, place), 1_000 + made)[0],
          into: await standingIn(kind, 'mine'),
          away: await standingIn(kind, place),
        })),
      )
      const before = await contents(site)
      for (const { place, there, mine, fresh, into, away } of ground) {
        const making = place === 'none' ? 'forbidden' : 'notFound'
        const touching = kind.deptBy === 'id' ? 'notFound' : making
        const told = `${kind.name} ${place}`
        const anew = await answerOf(kind.save, fresh)
        // A kind that is never made anew says so before it asks where.
        expect((anew.data as { field?: string } | null)?.field === 'id' ? making : anew.code, `${told} anew`).toBe(making)
        expect((await answerOf(kind.save, there)).code, `${told} over`).toBe(touching)
        expect((await answerOf(kind.save, { ...there, ...into })).code, `${told} taken`).toBe(touching)
        expect((await answerOf(kind.save, { ...mine, ...away })).code, `${told} away`).toBe(making)
        if (kind.remove) expect((await answerOf(kind.remove, { id: there.id })).code, `${told} deleted`).toBe(touching)
      }
      expect(await contents(site)).toEqual(before)

      // What is one's own is: the refusals above were for the department alone.
      const [first] = ground
      const own = (await answerOf(kind.save, first?.mine)) as { code: string; data: Saved }
      expect(own.code).toBe('200')
      if (kind.remove) expect((await answerOf(kind.remove, { id: own.data.id })).code).toBe('200')
    },
  )

  const shared = savedKinds.filter(({ deptBy }) => deptBy === null)
  it.each(shared.map((kind) => [kind.name, kind] as const))(
    '%s: is the whole site’s, and written with its scope alone',
    async (_, kind) => {
      const parent = kind.name === 'saveDictItem' ? { pid: (await make(kindOfNoun('dict'), 'none')).id } : { pid: null }
      const needsParent = 'pid' in (kind.noun?.fields ?? {})
      const bodies = bodiesFor(kind.save, needsParent ? parent : {}, 5)
      let present: Saved | undefined
      for (const body of bodies) {
        const { code, data } = await site.admin.send(kind.save, body)
        if (code === '200') present = data as Saved
        else if ((data as { field?: string } | null)?.field === 'id') [present] = await rowsOf(kind)
        if (present) break
      }
      expect(present, kind.name).toBeDefined()
      const before = await contents(site)
      expect((await answerOf(kind.save, bodiesFor(kind.save, needsParent ? parent : {}, 6)[0])).code).toMatch(
        /forbidden|invalidInput/,
      )
      expect((await answerOf(kind.save, present)).code).toBe('forbidden')
      if (kind.remove) expect((await answerOf(kind.remove, { id: present?.id })).code).toBe('forbidden')
      if (kind.noun && kind.noun.imports !== false) {
        const fileId = (await upload(site, 'a\n1', 'a.csv', { token: miller.token, purpose: 'import' })).id
        expect((await answerOf(transferCalls.startImport, { noun: kind.noun.name, fileId })).code).toBe('forbidden')
      }
      expect(await contents(site)).toEqual(before)
    },
  )

  /** A value as a sheet has it. */
  const cellOf = (name: string, { as }: Field, record: Saved): string => {
    const value = record[name]
    if (value === null || value === undefined) return ''
    if (as.kind === 'ref') return (record[nameFieldOf(name)] ?? '') as string
    if (as.kind === 'refs') return ((record[nameFieldOf(name)] ?? []) as string[]).join('、')
    if (as.kind === 'ids') return (value as string[]).map((id) => `#${id}`).join('、')
    if (as.kind === 'periods') return (value as SchedulePeriod[]).map((period) => periodText(period, 'zh')).join('; ')
    if (as.kind === 'ring' || as.kind === 'shape') return (value as number[][]).map((point) => point.join(' ')).join('; ')
    if (as.kind === 'choices') return (value as string[]).join('、')
    return as.kind === 'switch' ? (value === true ? '1' : '0') : (value as string | number).toString()
  }
  const imported = scoped.filter(({ noun, remove }) => noun && noun.imports !== false && remove !== null && noun.deptBy !== 'id')
  it.each([...new Map(imported.toReversed().map((kind) => [kind.noun?.name ?? '', kind]))])(
    '%s: does not come in by a sheet',
    async (_, kind) => {
      const { noun } = kind
      if (!noun) throw new Error('a noun was expected')
      const fields = Object.entries(noun.fields).filter(([, { as }]) => as.kind !== 'picture' && as.kind !== 'time')
      const line = (cells: readonly string[]): string => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')
      const rowOf = (record: Saved): string => line(fields.map(([name, field]) => cellOf(name, field, record)))
      const change = { deptId: depts.mine, deptName: '煤磨工段' }
      const there = await Promise.all(elsewhere.map((place) => make(kind, place)))
      // Made and deleted: rows that nobody knows, of which only the last belongs here.
      const fresh = await Promise.all([...elsewhere, 'mine' as const].map((place) => make(kind, place)))
      for (const { id } of fresh) if (kind.remove) await site.admin.ask(kind.remove, { id })
      const rows = [
        line(fields.map(([name]) => name)),
        ...there.map((record) => rowOf({ ...record, ...change })),
        ...fresh.map(rowOf),
      ]
      const { id: fileId } = await upload(site, rows.join('\n'), 'rows.csv', { token: miller.token, purpose: 'import' })
      const before = await contents(site)
      const preview = await ended(
        miller.client,
        await miller.client.ask(transferCalls.previewImport, { noun: noun.name, fileId }),
      )
      expect(preview, JSON.stringify(preview.problems)).toMatchObject({ total: 7, created: 1, updated: 0, wrong: 6 })
      expect(await contents(site)).toEqual(before)
      const done = await ended(miller.client, await miller.client.ask(transferCalls.startImport, { noun: noun.name, fileId }))
      expect(done).toMatchObject({ state: 'done', created: 1, updated: 0, wrong: 6 })
      const left = await rowsOf(kind)
      for (const record of there) expect(left).toContainEqual(record)
    },
  )

  const holding = scoped.flatMap((kind) =>
    Object.entries<Field>(kind.noun?.fields ?? {}).flatMap(([name, { as }]) =>
      as.kind === 'ref' && as.to === 'user' && name !== kind.deptBy ? [[kind.name, name, kind] as const] : [],
    ),
  )
  it.each(holding)('%s: takes hold of nobody by %s, and lets nobody go', async (_, name, kind) => {
    const people = await Promise.all(elsewhere.map((place) => make(kindOfNoun('user'), place)))
    const own = await make(kind, 'mine')
    for (const [at, person] of people.entries()) {
      const code = elsewhere[at] === 'none' ? 'forbidden' : 'notFound'
      expect((await answerOf(kind.save, { ...own, [name]: person.id })).code).toBe(code)
      // Bound by somebody who sees more: not one's own to unbind, nor by deleting it.
      const bound = (await site.admin.ask(kind.save, { ...(await make(kind, 'mine')), [name]: person.id })) as Saved
      const before = await contents(site)
      expect((await answerOf(kind.save, { ...bound, [name]: null })).code).toBe('forbidden')
      if (kind.remove) expect((await answerOf(kind.remove, { id: bound.id })).code).toBe('forbidden')
      expect(await contents(site)).toEqual(before)
    }
    // Nor are people deleted from under what is another's.
    const mine = await make(kindOfNoun('user'), 'mine')
    const worn = (await site.admin.ask(kind.save, { ...(await make(kind, 'beside')), [name]: mine.id })) as Saved
    const { remove } = kindOfNoun('user')
    if (!remove) throw new Error('people are never deleted')
    expect((await answerOf(remove, { id: mine.id })).code).toBe('inUse')
    await site.admin.ask(kind.save, { ...worn, [name]: null })
    expect((await answerOf(remove, { id: mine.id })).code).toBe('200')
  })
})
