import { sql, type RawBuilder } from 'kysely'
import type { RefTarget } from '@vigil/contract/kernel/field.ts'
import type { Text } from '@vigil/contract/kernel/text.ts'
import { repeated, type Trx } from './db.ts'
import { scoped } from './listing.ts'
import { Refusal } from './refusal.ts'
import { maySee, mayWrite, requireWrite, widerScope, type Scope } from './scope.ts'

interface Target {
  readonly table: string
  /** Column by which people know one. */
  readonly name: string
  /** The department that one stands in; null where the whole site shares them. */
  readonly dept: RawBuilder<unknown> | null
  readonly word: Text
  /** Who is named is taken hold of: that takes the right to write him, whoever stood there before included. */
  readonly held?: true
}
const own = sql.ref('dept_id')

/** What the references of nouns lead to. */
export const targets: Readonly<Record<RefTarget, Target>> = {
  dept: { table: 'dept', name: 'name', dept: sql.ref('id'), word: { zh: '部门', en: 'The department' } },
  user: { table: 'person', name: 'cname', dept: own, word: { zh: '人员', en: 'The person' }, held: true },
  role: { table: 'role', name: 'name', dept: null, word: { zh: '角色', en: 'The role' } },
  hazardArea: { table: 'hazard_area', name: 'name', dept: own, word: { zh: '危险区域', en: 'The hazard area' } },
  building: { table: 'building', name: 'name', dept: own, word: { zh: '建筑', en: 'The building' } },
  floor: {
    table: 'floor',
    name: 'name',
    dept: sql`(SELECT dept_id FROM building WHERE building.id = floor.pid)`,
    word: { zh: '楼层', en: 'The floor' },
  },
  camera: { table: 'camera', name: 'name', dept: own, word: { zh: '摄像机', en: 'The camera' } },
  pushTaskType: { table: 'push_task_type', name: 'name', dept: null, word: { zh: '推送任务类型', en: 'The push task type' } },
  dict: { table: 'dict', name: 'name', dept: null, word: { zh: '字典', en: 'The dictionary' } },
}

/** What people call the records of a table, as far as they are nouns. */
const wordsOfTables = new Map<string, readonly Text[]>()
export const nameTable = (table: string, word: Text): void => {
  const known = wordsOfTables.get(table) ?? []
  if (!known.some(({ zh }) => zh === word.zh)) wordsOfTables.set(table, [...known, word])
}
/** Whose records still name one that cannot be deleted. */
export const wordOfTable = (table: string | null): Text => {
  const words = table === null ? undefined : wordsOfTables.get(table)
  if (!words) return { zh: '其他记录', en: 'other records' }
  return { zh: words.map(({ zh }) => zh).join('、'), en: words.map(({ en }) => en).join(', ') }
}

/** The department that a record stands in, null for what the whole site shares; undefined where there is no such record. */
export const deptOfRecord = async (trx: Trx, to: RefTarget, id: string): Promise<string | null | undefined> => {
  const { table, dept } = targets[to]
  const { rows } = await repeated(
    trx,
    sql<{ dept: string | null }>`SELECT ${dept ?? sql`NULL`}::text AS dept FROM ${sql.table(table)} WHERE id = ${id}::bigint`,
  )
  return rows[0]?.dept
}

/** Refuses to name records of which one is not there or not seen. */
export const requireSeen = async (
  trx: Trx,
  to: RefTarget,
  ids: readonly string[],
  scope: Scope,
  field: string,
): Promise<void> => {
  const wanted = new Set(ids)
  if (wanted.size === 0) return
  const { table, dept, word } = targets[to]
  const { rows } = await repeated(
    trx,
    sql<{ seen: number }>`SELECT count(*)::int AS seen FROM ${sql.table(table)}
      WHERE id = ANY(${[...wanted]}::bigint[]) AND ${dept === null ? sql`true` : scoped(scope, dept)}`,
  )
  if ((rows[0]?.seen ?? 0) < wanted.size) throw new Refusal('notFound', { what: word }, { field })
}

/** As `requireSeen`, of one record; refuses too to take hold of somebody who is not the caller's to write. */
export const requireRef = async (trx: Trx, to: RefTarget, id: string, scope: Scope, field: string): Promise<void> => {
  const { word, held } = targets[to]
  const dept = await deptOfRecord(trx, to, id)
  if (dept === undefined || !maySee(scope, dept)) throw new Refusal('notFound', { what: word }, { field })
  if (held) requireWrite(scope, dept, word, field)
}

/** Refuses to let go of somebody who is not the caller's to write. */
export const requireHold = async (trx: Trx, to: RefTarget, id: string, scope: Scope, field: string): Promise<void> => {
  if (!targets[to].held || scope.all) return
  const dept = await deptOfRecord(trx, to, id)
  if (dept !== undefined && !mayWrite(scope, dept)) throw new Refusal('forbidden', { needs: widerScope }, { field })
}
