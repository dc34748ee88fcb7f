import { beforeAll, describe, expect, it } from 'vitest'
import type { Noun } from '@vigil/contract/kernel/noun.ts'
import { transferCalls } from '@vigil/contract/transfers/calls.ts'
import { temporaryFolder } from './folder.ts'
import { bodiesFor, savedKinds, shapeOf } from './kinds.ts'
import { afterFile } from './ends.ts'
import { createTestSite, type TestSite } from './site.ts'
import { download, ended, upload } from './transfers.ts'

/** Every kind of record that goes into a sheet and comes back from it, found in the contract. */
const kinds = savedKinds.flatMap(({ name, noun, save, remove, read }) =>
  name.startsWith('save') && noun && remove && read && noun.imports !== false ? [{ noun, save, remove, read }] : [],
)
type Kind = (typeof kinds)[number]
type Saved = Readonly<Record<string, unknown>> & { readonly id: string }

/** As a sheet writes it: numbers with the digits that a spreadsheet keeps, weekdays once and in their order. */
const written = (value: unknown, name = ''): unknown => {
  if (typeof value === 'number') return Number(value.toPrecision(12))
  if (name === 'days') return [...new Set(value as number[])].sort((a, b) => a - b)
  if (Array.isArray(value)) return value.map((one) => written(one))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, written(one, key)]))
}

describe('every kind of record that comes back from a sheet', () => {
  let site: TestSite
  let deptId: string
  beforeAll(async () => {
    // Without jobs: what comes back otherwise did so from the sheet.
    site = await createTestSite({ dataDir: await temporaryFolder(afterFile) }, afterFile, { jobs: () => [] })
    deptId = await site.makeDept('烧成车间')
  })
  /** Three of the made-up bodies that are saved. */
  const make = async (kind: Kind): Promise<Saved[]> => {
    const standing = 'deptId' in shapeOf(kind.save) ? { deptId } : {}
    const made: Saved[] = []
    for (const body of bodiesFor(kind.save, standing)) {
      const answer = await site.admin.send(kind.save, written(body))
      if (answer.code === '200') made.push(answer.data as Saved)
      if (made.length === 3) return made
    }
    throw new Error(`no three ${kind.noun.name} could be made`)
  }
  const exported = async ({ name }: Noun): Promise<string> => {
    const done = await ended(site.admin, await site.admin.ask(transferCalls.startExport, { noun: name, format: 'csv' }))
    return (await download(site, site.adminToken, done.fileId)).toString('utf8')
  }
  /** Without what is made anew with a record. */
  const kept = ({ id: _id, version: _version, createdAt: _created, updatedAt: _updated, ...rest }: Saved) => rest
  const all = async ({ read }: Kind): Promise<Saved[]> => {
    const answer = await site.admin.ask(read, {})
    return (Array.isArray(answer) ? answer : (answer as { list: Saved[] }).list) as Saved[]
  }

  it('is found in the contract', () => expect(kinds.length).toBeGreaterThan(10))

  it.each(kinds.map((kind) => [kind.noun.name, kind] as const))('%s comes back as it went out', async (_, kind) => {
    const ids = new Set((await make(kind)).map(({ id }) => id))
    const before = (await all(kind)).filter(({ id }) => ids.has(id))
    expect(before).toHaveLength(3)
    const text = await exported(kind.noun)
    for (const id of ids) expect(await site.admin.send(kind.remove, { id })).toMatchObject({ code: '200' })
    const fileId = await upload(site, site.adminToken, 'sheet.csv', text)
    const done = await ended(site.admin, await site.admin.ask(transferCalls.startImport, { noun: kind.noun.name, fileId }))
    expect(done).toMatchObject({ state: 'done', created: 3, wrong: 0 })
    const after = (await all(kind)).slice()
    for (const record of before) expect(after.map(kept)).toContainEqual(kept(record))
    expect((await exported(kind.noun)).split('\n').toSorted()).toEqual(text.split('\n').toSorted())
  })
})
