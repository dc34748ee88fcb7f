import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { Field, RefTarget } from '@vigil/contract/kernel/field.ts'
import type { RowProblem } from '@vigil/contract/transfers/entities.ts'
import type { Asked } from '../../kernel/caller.ts'
import type { Kernel, Trx } from '../../kernel/kernel.ts'
import { reasonFor, sentenceOf } from '@vigil/contract/kernel/problem.ts'
import type { Text } from '@vigil/contract/kernel/text.ts'
import { reasonOf } from '../../kernel/problems.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { SheetNoun, Written } from '../../kernel/sheet-noun.ts'
import type { SheetRow } from '../../kernel/sheets/row.ts'
import { emptyOf, readCell } from './cells.ts'
import { isRequired, titleOf, type Header } from './columns.ts'
import { Cancelled, type Job } from './job.ts'
import { saidOf } from './said-of.ts'
import type { Names } from './names.ts'

/** Rows that are committed together where a wrong row does not hold up the others. */
const batch = 100
/** Rows after which the database first counts anew what there is. */
const firstRecount = 100

export interface Import {
  readonly sheet: SheetNoun
  readonly header: Header
  readonly rows: readonly SheetRow[]
  readonly names: Names
  readonly existing: 'update' | 'skip' | 'refuse'
  readonly asked: Asked
  /** Stores, in the transaction of some rows, that all up to them are dealt with; throws where another has the import by now. */
  readonly reach: (trx: Trx) => Promise<void>
}

type Outcome =
  | { readonly kind: 'created' | 'updated'; readonly written: Written }
  | { readonly kind: 'skipped' }
  /** `tried`: it came as far as the database. */
  | { readonly kind: 'wrong'; readonly problems: readonly Problem[]; readonly tried?: true }
type Problem = Omit<RowProblem, 'row'>

class RollBack extends Error {}

const createRowReader = ({ sheet, header, names, existing, asked }: Import) => {
  const { noun } = sheet
  const { language } = asked
  const fields: Readonly<Record<string, Field>> = noun.fields
  const columnOf = (name: string): string => {
    const field = fields[name]
    return field ? titleOf(field, language) : ''
  }
  const asProblem = (reason: Text, name: string): Problem => {
    const field = fields[name]
    return { column: columnOf(name), reason: (field ? sentenceOf(field.label, reason) : reason)[language] }
  }
  const met = new Map<string, number>()

  const refusedBy = (body: unknown, thrown: unknown): Problem => {
    const refusal = sheet.refusalOf(body, thrown)
    if (!(refusal instanceof Refusal)) throw refusal
    const { data } = refusal
    const named = typeof data === 'object' && data !== null && 'field' in data ? String(data.field) : ''
    return { column: columnOf(named), reason: saidOf(refusal, fields[named]?.label, language) }
  }

  /** What a row's cells mean, and what is wrong with them by themselves or beside the rows above. */
  const readRow = ({ number, cells }: SheetRow) => {
    const values: Record<string, unknown> = {}
    const problems: Problem[] = []
    for (const [at, { column }] of header.columns.entries()) {
      if (!column?.imports) continue
      const text = cells[at]?.trim() ?? ''
      if (text === '') {
        if (isRequired(column.field)) problems.push(asProblem(reasonFor({ kind: 'needed' }), column.name))
        const empty = emptyOf(column.field)
        if (empty !== undefined) values[column.name] = empty
        continue
      }
      const read = readCell(column.field, text, { language, names })
      if ('problem' in read) problems.push(asProblem(read.problem, column.name))
      else values[column.name] = inForm(column.field, read.value)
    }
    const told = values[noun.key]
    const key = typeof told === 'string' || typeof told === 'number' ? String(told) : ''
    const before = key === '' ? undefined : met.get(sheet.keyOf(values))
    // A row may be tried again.
    if (before !== undefined && before !== number)
      problems.push(asProblem({ zh: `与第 ${before} 行重复`, en: `is the same as in row ${before}` }, noun.key))
    if (problems.length === 0) met.set(sheet.keyOf(values), number)
    return { values, problems, key }
  }

  /** Writes one row as it stands, or says why not; throws only what is nobody's mistake in the sheet. */
  const write = async (trx: Trx, row: SheetRow): Promise<Outcome> => {
    const { cells } = row
    const { values, problems, key } = readRow(row)
    if (problems.length > 0) return { kind: 'wrong', problems }

    const known = key === '' ? null : await knownBy(trx, values, cells)
    if (known && existing === 'skip') return { kind: 'skipped' }
    if (known && existing === 'refuse')
      return { kind: 'wrong', problems: [asProblem({ zh: `“${key}”已存在`, en: `“${key}” already exists` }, noun.key)] }
    const present = known && Object.fromEntries(Object.keys(fields).map((name) => [name, known[name]]))
    if (present && Object.entries(values).every(([name, value]) => isDeepStrictEqual(present[name], value)))
      return { kind: 'skipped' }
    const sent = known ? { ...present, ...values, id: known.id, version: known.version } : values
    const parsed = sheet.body.safeParse(sent)
    if (!parsed.success) {
      const issues = parsed.error.issues.map((issue) => {
        const name = String(issue.path[0] ?? '')
        return asProblem(reasonOf(issue, sent, fields[name]), name)
      })
      return { kind: 'wrong', problems: issues }
    }
    try {
      const written = await sheet.saveIn(trx, parsed.data, asked)
      learn(noun.name, written)
      return { kind: known ? 'updated' : 'created', written }
    } catch (thrown) {
      return { kind: 'wrong', problems: [refusedBy(parsed.data, thrown)], tried: true }
    }
  }

  return {
    write,
    /** Takes notice of rows that were dealt with before, so that others are found to repeat them. */
    remember: (rows: readonly SheetRow[]): void => {
      for (const row of rows) readRow(row)
    },
  }

  /** By its key as it is kept, or, of a record from before names had one form, as it was written. */
  async function knownBy(trx: Trx, values: Readonly<Record<string, unknown>>, cells: readonly string[]) {
    const found = await sheet.known(trx, values, asked)
    const raw = cells[header.columns.findIndex(({ column }) => column?.name === noun.key)]?.trim()
    if (found || raw === undefined || raw === values[noun.key] || typeof values[noun.key] !== 'string') return found
    return sheet.known(trx, { ...values, [noun.key]: raw }, asked)
  }

  /** Rows further down may name what this one made. */
  function learn(name: string, { id, row }: Written): void {
    if (!naming.has(name)) return
    const made = z.looseObject({ name: z.string().optional(), pid: z.string().nullable().optional() }).parse(row)
    names.learn(name as RefTarget, { id, pid: made.pid ?? null, name: made.name ?? '', number: '' })
  }
}
/** A text as a save would take it; what it would refuse stays, to be told of. */
const inForm = ({ as, sent }: Field, value: unknown): unknown => {
  const kept = as.kind === 'text' ? sent.safeParse(value) : null
  return kept?.success ? kept.data : value
}

/** Nouns whose own rows name others of them. */
const naming: ReadonlySet<string> = new Set(['dept', 'dict'])

/**
 * Runs an import, each way it can be asked for, from the row on that was reached before. Throws `Cancelled`, `Left`, and what makes
 * the whole impossible.
 */
export const runImport = async (kernel: Kernel, job: Job, order: Import, mode: 'preview' | 'partial' | 'all'): Promise<void> => {
  const { sheet, rows, asked, reach } = order
  const { transfer } = job
  const { write, remember } = createRowReader(order)
  remember(rows.slice(0, job.reached))

  const count = (row: SheetRow, outcome: Outcome): void => {
    transfer.done += 1
    if (outcome.kind === 'wrong') job.wrong(outcome.problems.map((problem) => ({ row: row.number, ...problem })))
    else transfer[outcome.kind] += 1
  }
  /** A row that the database refuses takes nothing of the others with it. */
  const writeAlone = (trx: Trx, row: SheetRow): Promise<Outcome> =>
    kernel.db.attempt(
      trx,
      () => write(trx, row),
      ({ kind }) => kind !== 'wrong',
    )
  let recount = firstRecount
  /** What was empty when it was last counted is looked through from end to end for each row: 20,000 rows took minutes. */
  const keepCounted = async (trx: Trx): Promise<void> => {
    if (transfer.done < recount) return
    recount = transfer.done * 2
    await sheet.recount(trx)
  }
  /** Two questions less for each row; null as soon as the database refuses one of them. */
  const writeTogether = async (trx: Trx, some: readonly SheetRow[]): Promise<Outcome[] | null> => {
    const outcomes: Outcome[] = []
    const whole = await kernel.db.attempt(
      trx,
      async () => {
        for (const row of some) {
          const outcome = await write(trx, row)
          if ('tried' in outcome) return false
          outcomes.push(outcome)
        }
        return true
      },
      (kept) => kept,
    )
    return whole ? outcomes : null
  }
  /** What became of some rows, counted. */
  const writeBatch = async (trx: Trx, some: readonly SheetRow[]): Promise<Written[]> => {
    // What a row that is taken back made must not be named by another.
    const together = naming.has(sheet.noun.name) ? null : await writeTogether(trx, some)
    const written: Written[] = []
    for (const [at, row] of some.entries()) {
      const outcome = together?.[at] ?? (await writeAlone(trx, row))
      count(row, outcome)
      if ('written' in outcome) written.push(outcome.written)
    }
    await keepCounted(trx)
    return written
  }

  if (mode === 'preview') {
    await kernel
      .transaction(async (trx) => {
        for (let start = 0; start < rows.length; start += batch) {
          job.goOn()
          await writeBatch(trx, rows.slice(start, start + batch))
        }
        throw new RollBack()
      })
      .catch((error: unknown) => {
        if (!(error instanceof RollBack)) throw error
      })
    return
  }

  if (mode === 'all') {
    // All of it was written, and only its end was not.
    if (job.reached === rows.length) return
    await kernel
      .transaction(async (trx, after) => {
        const written: Written[] = []
        for (const row of rows) {
          job.goOn()
          const outcome = await write(trx, row)
          count(row, outcome)
          if ('written' in outcome) written.push(outcome.written)
          // After one wrong row nothing will be kept: whether others are wrong too is what the preview tells.
          if (outcome.kind === 'wrong') throw new RollBack()
          await keepCounted(trx)
        }
        await reach(trx)
        await sheet.tellOf(trx, written, asked, after)
      })
      .catch((error: unknown) => {
        transfer.created = 0
        transfer.updated = 0
        if (!(error instanceof RollBack)) throw error
      })
    return
  }

  for (let start = job.reached; start < rows.length; start += batch) {
    job.goOn()
    const before = { created: transfer.created, updated: transfer.updated }
    try {
      await kernel.transaction(async (trx, after) => {
        const written = await writeBatch(trx, rows.slice(start, start + batch))
        await reach(trx)
        await sheet.tellOf(trx, written, asked, after)
      })
    } catch (error) {
      if (!(error instanceof Cancelled)) Object.assign(transfer, before)
      throw error
    }
  }
}
