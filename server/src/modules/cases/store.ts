import { sql, type RawBuilder, type Selectable } from 'kysely'
import type { CaseFailing, CaseItem, CaseStep } from '@vigil/contract/cases/entities.ts'
import type { EvidenceCase } from '@vigil/contract/cases/evidence-case.ts'
import type { Page, Paging } from '@vigil/contract/kernel/shapes.ts'
import type { Language, Text } from '@vigil/contract/kernel/text.ts'
import type { Asked } from '../../kernel/caller.ts'
import type { Kernel, Trx } from '../../kernel/kernel.ts'
import { all, listRows, ofDept, patternsOf, scoped } from '../../kernel/listing.ts'
import type { Tables } from '../../kernel/tables.ts'

type Fragment = RawBuilder<unknown>
type CaseRow = Selectable<Tables['evidence_case']>
type ItemRow = Omit<Selectable<Tables['evidence_item']>, 'content'> & { readonly text: string }
type StepRow = Selectable<Tables['evidence_step']>

export type StoreContext = Pick<Kernel, 'db' | 'clock'>
type On = Kernel['db']['sql'] | Trx

export interface CaseFilter {
  readonly keyword?: string | undefined
  readonly ids?: readonly string[] | undefined
  readonly alarmId?: string | undefined
  readonly status?: string | undefined
  readonly createdAtFrom?: string | undefined
  readonly createdAtTo?: string | undefined
  readonly deptId?: string | undefined
  readonly recursive?: boolean | undefined
}

/** A case that is to be made. */
export type NewCase = Pick<
  EvidenceCase,
  'alarmId' | 'title' | 'note' | 'alarmType' | 'alarmLevel' | 'subject' | 'deptId' | 'deptName'
> & { readonly findTime: Date }

/** An item that is to be added: its bytes, or the file that holds them. */
export interface NewItem extends Pick<CaseItem, 'name' | 'kind' | 'mediaType' | 'size' | 'sha256'> {
  readonly content: Buffer | null
  readonly fileId: string | null
}
/** One as it is stored. */
export interface StoredItem extends Omit<CaseItem, 'withheld'> {
  readonly fileId: string | null
}

/** What a case holds. */
interface Held {
  readonly sums: ReadonlySet<string>
  readonly bytes: number
}
interface FollowedHow {
  readonly follows: Follows
  readonly failing: CaseFailing | null
}

export type NewStep = Pick<CaseStep, 'kind'> & Partial<Pick<CaseStep, 'item' | 'before'>>

const digitsOfNumber = 6

const caseOf = ({ clock }: StoreContext, row: CaseRow): EvidenceCase => ({
  id: row.id,
  version: row.version,
  title: row.title,
  note: row.note,
  status: row.status,
  number: row.id.padStart(digitsOfNumber, '0'),
  alarmId: row.alarm_id,
  alarmType: row.alarm_type,
  alarmLevel: row.alarm_level,
  subject: row.subject,
  findTime: clock.toWire(row.find_time),
  deptId: row.dept_id,
  deptName: row.dept_name,
  items: row.items,
  createdBy: row.created_name,
  createdAt: clock.toWire(row.created_at),
})

const itemOf = ({ clock }: StoreContext, row: ItemRow): StoredItem => ({
  id: row.id,
  name: row.name,
  kind: row.kind as CaseItem['kind'],
  mediaType: row.media_type,
  size: Number(row.size),
  sha256: row.sha256,
  text: row.text,
  addedBy: row.added_name,
  addedAt: clock.toWire(row.added_at),
  fileId: row.file_id,
})

const seenBy = ({ caller: { scope } }: Asked): Fragment => scoped(scope, sql.ref('dept_id'))

const sources: Readonly<Record<string, Fragment>> = {
  title: sql`title`,
  number: sql`id`,
  status: sql`status`,
  alarmType: sql`alarm_type`,
  alarmLevel: sql`alarm_level`,
  subject: sql`subject`,
  findTime: sql`find_time`,
  deptName: sql`dept_name`,
  items: sql`items`,
  createdBy: sql`created_name`,
  createdAt: sql`created_at`,
}
const searched = ['title', 'note', 'subject', 'created_name'] as const

const conditionsOf = ({ clock }: StoreContext, filter: CaseFilter, asked: Asked): Fragment[] => {
  const { keyword, ids, alarmId, status, createdAtFrom, createdAtTo, deptId, recursive = true } = filter
  const like = keyword
    ? patternsOf(keyword).flatMap((pattern) => searched.map((column) => sql`${sql.ref(column)} ILIKE ${pattern}`))
    : []
  return [
    seenBy(asked),
    ...(like.length > 0 ? [sql.join(like, sql` OR `)] : []),
    ...(ids === undefined ? [] : [sql`id = ANY(${[...ids]}::bigint[])`]),
    ...(alarmId === undefined ? [] : [sql`alarm_id = ${alarmId}::bigint`]),
    ...(status === undefined ? [] : [sql`status = ${status}`]),
    ...(createdAtFrom === undefined ? [] : [sql`created_at >= ${clock.fromWire(createdAtFrom)}`]),
    ...(createdAtTo === undefined ? [] : [sql`created_at < ${clock.endOf(createdAtTo)}`]),
    ...(deptId === undefined ? [] : [ofDept('dept_id', deptId, recursive)]),
  ]
}

const list = (context: StoreContext, filter: CaseFilter & Paging, asked: Asked): Promise<EvidenceCase[] | Page<EvidenceCase>> =>
  listRows<CaseRow, EvidenceCase>(
    context.db,
    {
      columns: sql`*`,
      from: sql`evidence_case`,
      where: conditionsOf(context, filter, asked),
      sort: sources,
      order: sql`created_at DESC, id DESC`,
      map: (row) => caseOf(context, row),
    },
    filter,
  )

const countByDept = async (context: StoreContext, filter: CaseFilter, asked: Asked) => {
  const { rows } = await sql<{ dept_id: string | null; count: string }>`SELECT dept_id, count(*) AS count FROM evidence_case
    WHERE ${all(conditionsOf(context, filter, asked))} GROUP BY dept_id`.execute(context.db.sql)
  return rows.map((row) => ({ deptId: row.dept_id, count: Number(row.count) }))
}

/** The one of these conditions that somebody sees. */
const one = async (context: StoreContext, on: On, where: Fragment, asked: Asked, tail = sql``): Promise<EvidenceCase | null> => {
  const { rows } = await sql<CaseRow>`SELECT * FROM evidence_case WHERE ${where} AND ${seenBy(asked)} ${tail}`.execute(on)
  return rows[0] ? caseOf(context, rows[0]) : null
}

/** Null where the alarm has a case already: whoever made that at the same time is waited for. */
const create = async (context: StoreContext, trx: Trx, made: NewCase, { caller }: Asked): Promise<EvidenceCase | null> => {
  const row = await trx
    .insertInto('evidence_case')
    .values({
      alarm_id: made.alarmId,
      title: made.title,
      note: made.note,
      alarm_type: made.alarmType,
      alarm_level: made.alarmLevel,
      subject: made.subject,
      find_time: made.findTime,
      dept_id: made.deptId,
      dept_name: made.deptName,
      created_by: caller.userId,
      created_name: caller.cname,
      created_at: new Date(context.clock.now()),
    })
    .onConflict((conflict) => conflict.column('alarm_id').doNothing())
    .returningAll()
    .executeTakeFirst()
  return row ? caseOf(context, row) : null
}

const change = async (
  context: StoreContext,
  trx: Trx,
  id: string,
  to: Pick<EvidenceCase, 'title' | 'note' | 'status'>,
): Promise<EvidenceCase> => {
  const row = await trx
    .updateTable('evidence_case')
    .set((eb) => ({ title: to.title, note: to.note, status: to.status, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return caseOf(context, row)
}

const itemColumns = sql`id, case_id, name, kind, media_type, size, sha256, file_id, added_by, added_name, added_at,
  CASE kind WHEN 'note' THEN convert_from(content, 'UTF8') ELSE '' END AS text`

/** What somebody adds to his case does not change what is said of it: its version stays. */
const add = async (context: StoreContext, trx: Trx, caseId: string, item: NewItem, { caller }: Asked): Promise<StoredItem> => {
  const { rows } = await sql<ItemRow>`INSERT INTO evidence_item (case_id, name, kind, media_type, size, sha256, content, file_id,
      added_by, added_name, added_at)
    VALUES (${caseId}::bigint, ${item.name}, ${item.kind}, ${item.mediaType}, ${item.size}, ${item.sha256}, ${item.content},
      ${item.fileId}, ${caller.userId || null}::bigint, ${caller.cname}, ${new Date(context.clock.now())})
    RETURNING ${itemColumns}`.execute(trx)
  await sql`UPDATE evidence_case SET items = items + 1 WHERE id = ${caseId}::bigint`.execute(trx)
  const [row] = rows
  if (!row) throw new Error('an item was not added')
  return itemOf(context, row)
}

const itemsOf = async (context: StoreContext, caseId: string): Promise<StoredItem[]> => {
  const { rows } = await sql<ItemRow>`SELECT ${itemColumns} FROM evidence_item WHERE case_id = ${caseId}::bigint
    ORDER BY id`.execute(context.db.sql)
  return rows.map((row) => itemOf(context, row))
}

/** The fingerprints of what a case holds, and its bytes. */
const heldBy = async (trx: Trx, caseId: string): Promise<Held> => {
  const rows = await trx.selectFrom('evidence_item').select(['sha256', 'size']).where('case_id', '=', caseId).execute()
  return { sums: new Set(rows.map(({ sha256 }) => sha256)), bytes: rows.reduce((sum, { size }) => sum + Number(size), 0) }
}

/** What of an alarm is yet to be added to its case. */
export type Follows = CaseRow['follows']
/** A case that somebody may be waiting for to be whole. */
export interface Following {
  readonly id: string
  readonly alarmId: string
  readonly deptId: string | null
  readonly follows: Follows
  /** How often it failed since it last went well. */
  readonly failures: number
}
/** Open cases to which something is yet to be added, but those whose track is not whole by then, and those that wait after a failure. */
const following = async ({ db }: StoreContext, by: Date): Promise<Following[]> => {
  const rows = await db.sql
    .selectFrom('evidence_case')
    .select(['id', 'alarm_id', 'dept_id', 'follows', 'failures'])
    .where('follows', '<>', 'nothing')
    .where('status', '=', 'open')
    .where((eb) => eb.or([eb('follows_until', 'is', null), eb('follows_until', '<=', by)]))
    .where((eb) => eb.or([eb('next_try', 'is', null), eb('next_try', '<=', by)]))
    .orderBy('id')
    .execute()
  return rows.map(({ id, alarm_id: alarmId, dept_id: deptId, follows, failures }) => ({
    id,
    alarmId,
    deptId,
    follows,
    failures,
  }))
}
/** What is yet to come, after what went well. */
const follow = async (trx: Trx, id: string, follows: Follows, until: Date | null): Promise<void> => {
  const well = { failing_since: null, failures: 0, failure: null, next_try: null }
  await trx
    .updateTable('evidence_case')
    .set({ follows, follows_until: until, ...well })
    .where('id', '=', id)
    .execute()
}
const noteFailure = async ({ clock }: StoreContext, trx: Trx, id: string, reason: Text, next: Date): Promise<void> => {
  await trx
    .updateTable('evidence_case')
    .set((eb) => ({
      failures: eb('failures', '+', 1),
      failing_since: eb.fn.coalesce('failing_since', eb.val(new Date(clock.now()))),
      failure: reason,
      next_try: next,
    }))
    .where('id', '=', id)
    .execute()
}
const followedHow = async ({ db, clock }: StoreContext, id: string, language: Language): Promise<FollowedHow> => {
  const { follows, failures, failing_since, failure, next_try } = await db.sql
    .selectFrom('evidence_case')
    .select(['follows', 'failures', 'failing_since', 'failure', 'next_try'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (!failing_since || !failure || !next_try) return { follows, failing: null }
  const failing = {
    reason: failure[language],
    since: clock.toWire(failing_since),
    times: failures,
    next: clock.toWire(next_try),
  }
  return { follows, failing }
}

/** Bytes that are read at once, and held for whoever takes an archive away slowly or not at all. */
const piece = 64 * 1024
async function* contentOf({ db }: StoreContext, { id, size }: StoredItem): AsyncGenerator<Buffer> {
  for (let at = 0; at < size; at += piece) {
    // PostgreSQL counts bytes from one.
    const { rows } = await sql<{ part: Buffer }>`SELECT substring(content FROM ${at + 1}::int FOR ${piece}::int) AS part
      FROM evidence_item WHERE id = ${id}::bigint`.execute(db.sql)
    const [row] = rows
    if (!row) throw new Error(`item ${id} of a case is gone`)
    yield row.part
  }
}

const addStep = async ({ clock }: StoreContext, trx: Trx, caseId: string, step: NewStep, { caller }: Asked): Promise<void> => {
  await trx
    .insertInto('evidence_step')
    .values({
      case_id: caseId,
      at: new Date(clock.now()),
      kind: step.kind,
      by_id: caller.userId || null,
      by_name: caller.cname,
      item: step.item ?? '',
      before: JSON.stringify(step.before ?? {}),
    })
    .execute()
}

/** Steps that are read of one case, the last: each download is one. */
const newest = 500
const stepsOf = async ({ db, clock }: StoreContext, caseId: string): Promise<CaseStep[]> => {
  const { rows } = await sql<StepRow>`SELECT * FROM evidence_step WHERE case_id = ${caseId}::bigint
    ORDER BY id DESC LIMIT ${newest}`.execute(db.sql)
  return rows.reverse().map((row) => ({
    at: clock.toWire(row.at),
    kind: row.kind as CaseStep['kind'],
    by: row.by_name,
    item: row.item,
    before: row.before,
  }))
}

const seen = async ({ db }: StoreContext, ids: readonly string[], asked: Asked): Promise<Set<string>> => {
  const { rows } = await sql<{ id: string }>`SELECT id FROM evidence_case
    WHERE id = ANY(${[...ids]}::bigint[]) AND ${seenBy(asked)}`.execute(db.sql)
  return new Set(rows.map(({ id }) => id))
}

export type CaseStore = ReturnType<typeof createCaseStore>

export const createCaseStore = (context: StoreContext) => ({
  list: (filter: CaseFilter & Paging, asked: Asked) => list(context, filter, asked),
  countByDept: (filter: CaseFilter, asked: Asked) => countByDept(context, filter, asked),
  find: (id: string, asked: Asked) => one(context, context.db.sql, sql`id = ${id}::bigint`, asked),
  ofAlarm: (alarmId: string, asked: Asked, on: On = context.db.sql) =>
    one(context, on, sql`alarm_id = ${alarmId}::bigint`, asked),
  /** Locked until the transaction ends. */
  lock: (trx: Trx, id: string, asked: Asked) => one(context, trx, sql`id = ${id}::bigint`, asked, sql`FOR UPDATE`),
  /** Which of these somebody sees. */
  seen: (ids: readonly string[], asked: Asked) => seen(context, ids, asked),
  create: (trx: Trx, made: NewCase, asked: Asked) => create(context, trx, made, asked),
  change: (trx: Trx, id: string, to: Pick<EvidenceCase, 'title' | 'note' | 'status'>) => change(context, trx, id, to),
  add: (trx: Trx, caseId: string, item: NewItem, asked: Asked) => add(context, trx, caseId, item, asked),
  itemsOf: (caseId: string) => itemsOf(context, caseId),
  heldBy,
  following: (by: Date) => following(context, by),
  follow,
  /** `reason`: why it could not follow its alarm. */
  noteFailure: (trx: Trx, id: string, reason: Text, next: Date) => noteFailure(context, trx, id, reason, next),
  followedHow: (id: string, language: Language) => followedHow(context, id, language),
  /** The bytes of an item that no file holds. */
  contentOf: (item: StoredItem) => contentOf(context, item),
  addStep: (trx: Trx, caseId: string, step: NewStep, asked: Asked) => addStep(context, trx, caseId, step, asked),
  stepsOf: (caseId: string) => stepsOf(context, caseId),
})
