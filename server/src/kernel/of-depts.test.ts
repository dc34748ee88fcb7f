import { beforeAll, expect, it } from 'vitest'
import { field } from '@vigil/contract/kernel/field.ts'
import { noun } from '@vigil/contract/kernel/noun.ts'
import { afterFile } from '../../test/ends.ts'
import { createTestSite, type TestSite } from '../../test/site.ts'
import { createKeeper } from './keeper.ts'
import { kept } from './kept-noun.ts'
import type { Kernel } from './kernel.ts'
import { holdersOfDept, type CountWords } from './of-depts.ts'
import { createSiteClock } from './time.ts'

/** A kind of record that nobody but this test knows: it has a department, and stays as a row when it is deleted. */
const kiln = noun({
  name: 'kiln',
  word: { zh: '窑', en: 'kiln' },
  words: { zh: '窑', en: 'kilns' },
  route: 'preheaterView',
  fields: {
    name: field.name({ zh: '名称', en: 'Name' }, 64),
    photo: field.picture({ zh: '照片', en: 'Photo' }),
    deptId: field.ref({ zh: '部门', en: 'Department' }, 'dept'),
  },
  title: 'name',
  key: 'name',
  search: ['name'],
})

let site: TestSite
beforeAll(async () => {
  site = await createTestSite({}, afterFile)
  // It forgot to refer to the departments' table.
  await site.db.raw(
    site.db.sql,
    `CREATE TABLE kiln (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, kind text NOT NULL, name text NOT NULL,
      photo text NOT NULL DEFAULT '', dept_id bigint, deleted_at timestamptz, version integer NOT NULL DEFAULT 1)`,
  )
})

const keptAs = (kind: string, countedAs?: CountWords) => {
  const kernel = { db: site.db, clock: createSiteClock('Asia/Shanghai') } as unknown as Kernel
  const keeping = { noun: kiln, module: 'hazards' as const, table: 'kiln', fixed: { kind }, hides: true as const }
  const { ofDepts } = kept(createKeeper(kernel, countedAs ? { ...keeping, countedAs } : keeping))
  if (!ofDepts) throw new Error('a kiln has a department')
  return ofDepts
}
const insert = async (kind: string, dept: string, deleted = false): Promise<void> =>
  void (await site.db.raw(
    site.db.sql,
    `INSERT INTO kiln (kind, name, dept_id, deleted_at) VALUES ($1, $1, $2, CASE WHEN $3 THEN now() END)`,
    [kind, dept, deleted],
  ))

it('says by whom a department is held: what is counted first, what is deleted not at all', async () => {
  const [dept, other] = [await site.makeDept('mill'), await site.makeDept('yard')]
  const ovens = { zh: '座窑炉', one: 'oven', many: 'ovens' }
  const all = [keptAs('shaft'), keptAs('wet', ovens), keptAs('dry', ovens)]
  const holders = () => site.db.transaction((trx) => holdersOfDept(trx, dept, all))
  await insert('shaft', other)
  await insert('shaft', dept, true)
  expect(await holders()).toBeNull()
  await insert('shaft', dept)
  expect(await holders()).toEqual({ zh: '窑', en: 'kiln' })
  await insert('wet', dept)
  expect(await holders()).toEqual({ zh: '1 座窑炉', en: '1 oven' })
  await insert('dry', dept)
  expect(await holders()).toEqual({ zh: '2 座窑炉', en: '2 ovens' })
})

it('lets go of a department with what is deleted of its own kind, and nothing else', async () => {
  const dept = await site.makeDept('quarry')
  const [old, present, strange] = ['old', 'present', 'strange'] as const
  await insert(old, dept, true)
  await insert(present, dept)
  await insert(strange, dept, true)
  await site.db.transaction(async (trx) => {
    for (const kind of [old, present]) await keptAs(kind).release(trx, dept)
  })
  const { rows } = await site.db.raw<{ kind: string }>(site.db.sql, 'SELECT kind FROM kiln WHERE dept_id = $1 ORDER BY kind', [
    dept,
  ])
  expect(rows.map(({ kind }) => kind)).toEqual([present, strange])
})
