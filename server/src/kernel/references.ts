import { sql } from 'kysely'
import type { RefTarget } from '@vigil/contract/kernel/field.ts'
import type { Text } from '@vigil/contract/kernel/text.ts'
import { everything, type Scope } from './caller.ts'
import { repeated, type Trx } from './db.ts'
import { scoped } from './listing.ts'

interface Target {
  readonly table: string
  /** Column by which people know one. */
  readonly name: string
  /** Column of the department that decides who sees one; null where every holder of the permission does. */
  readonly dept: string | null
  readonly word: Text
}

/** What the references of nouns lead to. */
export const targets: Readonly<Record<RefTarget, Target>> = {
  dept: { table: 'dept', name: 'name', dept: 'id', word: { zh: '部门', en: 'The department' } },
  user: { table: 'person', name: 'cname', dept: 'dept_id', word: { zh: '人员', en: 'The person' } },
  role: { table: 'role', name: 'name', dept: null, word: { zh: '角色', en: 'The role' } },
  hazardArea: { table: 'hazard_area', name: 'name', dept: 'dept_id', word: { zh: '危险区域', en: 'The hazard area' } },
  building: { table: 'building', name: 'name', dept: 'dept_id', word: { zh: '建筑', en: 'The building' } },
  floor: { table: 'floor', name: 'name', dept: null, word: { zh: '楼层', en: 'The floor' } },
  camera: { table: 'camera', name: 'name', dept: 'dept_id', word: { zh: '摄像机', en: 'The camera' } },
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

/** Whether the record is there and the caller may see it. */
export const refExists = async (trx: Trx, to: RefTarget, id: string, scope: Scope = everything): Promise<boolean> => {
  const { table, dept } = targets[to]
  const visible = dept === null ? sql`true` : scoped(scope, dept)
  const { rows } = await repeated(trx, sql`SELECT 1 FROM ${sql.table(table)} WHERE id = ${id}::bigint AND ${visible}`)
  return rows.length > 0
}
