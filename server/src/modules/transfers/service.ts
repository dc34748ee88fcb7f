import type { RefTarget } from '@vigil/contract/kernel/field.ts'
import type { BodyOf } from '@vigil/contract/kernel/call.ts'
import type { Text } from '@vigil/contract/kernel/text.ts'
import { permissionNames } from '@vigil/contract/site/product-permissions.ts'
import type { Permission, RouteName } from '@vigil/contract/site/routes.ts'
import type { transferCalls } from '@vigil/contract/transfers/calls.ts'
import type { Transfer } from '@vigil/contract/transfers/entities.ts'
import { may, type Asked, type Caller } from '../../kernel/caller.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { AnyNoun, ListBody } from '../../kernel/keeper.ts'
import { NotReady, Refusal } from '../../kernel/refusal.ts'
import { mayWrite, wholeSite } from '../../kernel/scope.ts'
import type { ExportedNoun, SheetNoun } from '../../kernel/sheet-noun.ts'
import { writeCsv } from '../../kernel/sheets/csv-writer.ts'
import type { SheetRow } from '../../kernel/sheets/row.ts'
import type { CellValue } from '../../kernel/sheets/sheet-columns.ts'
import { SheetError } from '../../kernel/sheets/sheet-error.ts'
import { readSheet } from '../../kernel/sheets/sheet-reader.ts'
import { writeTemplate } from '../../kernel/sheets/template.ts'
import { mostWorkbookRows, writeWorkbook } from '../../kernel/sheets/workbook-writer.ts'
import { columnKind, writeCell } from './cells.ts'
import { columnsOf, importColumns, isRequired, readHeader, titleOf, type Column, type Header } from './columns.ts'
import { examples } from './examples.ts'
import { runImport } from './import.ts'
import { Cancelled, Failed, Job } from './job.ts'
import { createNames, type Names } from './names.ts'
import type { TransferStore } from './store.ts'

type Body<Name extends keyof typeof transferCalls> = BodyOf<(typeof transferCalls)[Name]>

/** What transfers need of the files module. */
export interface FilesOfTransfers {
  /** Keeps what `write` puts at the path it is given, for who asked alone. */
  readonly create: (
    file: { readonly name: string; readonly type: string; readonly purpose: 'export'; readonly deptId: null },
    asked: Asked,
    write: (path: string) => Promise<void>,
  ) => Promise<{ readonly id: string }>
  /** Refuses what is not there for the caller. */
  readonly open: (id: string, caller: Caller) => Promise<{ readonly path: string; readonly name: string }>
}

const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const types = { xlsx: workbookType, csv: 'text/csv' } as const
const sampled = 20
const day = 86_400_000
const atOnce = { export: 2, import: 1 } as const
const words = {
  noun: { zh: '数据', en: 'The kind of record' },
  transfer: { zh: '导入导出任务', en: 'The import or export' },
} as const

export type TransferService = ReturnType<typeof createTransferService>

export const createTransferService = (
  kernel: Kernel,
  store: TransferStore,
  files: FilesOfTransfers,
  sheets: readonly (SheetNoun | ExportedNoun)[],
) => {
  const { clock, log, disk } = kernel
  const byName = new Map(sheets.map((sheet) => [sheet.noun.name, sheet]))
  const jobs = new Map<string, Job>()
  const running = { export: 0, import: 0 }
  const waiting: { readonly lane: 'export' | 'import'; readonly start: () => void }[] = []
  const ends = new Set<Promise<void>>()

  const sees = (asked: Asked, route: RouteName): boolean => may(asked.caller, route)
  /** What the whole site shares is imported with its scope alone; of the rest each row is asked for itself. */
  const writable = ({ deptBy }: AnyNoun, asked: Asked): boolean => deptBy !== null || mayWrite(asked.caller.scope, null)
  const edits = (asked: Asked, noun: AnyNoun): boolean =>
    may(asked.caller, `${noun.route}:edit` as Permission) && writable(noun, asked)
  const exported = (name: string, asked: Asked): ExportedNoun => {
    const sheet = byName.get(name)
    if (!sheet) throw new Refusal('notFound', { what: words.noun })
    const { route } = sheet.noun
    if (!sees(asked, route)) throw new Refusal('forbidden', { needs: route })
    return sheet
  }
  const imported = (name: string, asked: Asked): SheetNoun => {
    const sheet = byName.get(name)
    if (!sheet || !('saveIn' in sheet) || sheet.noun.imports === false) throw new Refusal('notFound', { what: words.noun })
    const { noun } = sheet
    if (!edits(asked, noun))
      throw new Refusal('forbidden', { needs: writable(noun, asked) ? permissionNames([`${noun.route}:edit`]) : wholeSite })
    return sheet
  }

  const keepFile = async (name: string, type: string, asked: Asked, write: (path: string) => Promise<void>): Promise<string> =>
    (await files.create({ name, type, purpose: 'export', deptId: null }, asked, write)).id

  /** Starts what waits, in order, as far as its lane is free. */
  const next = (): void => {
    const at = waiting.findIndex(({ lane }) => running[lane] < atOnce[lane])
    const [item] = at < 0 ? [] : waiting.splice(at, 1)
    item?.start()
  }

  const namesFor = async (sheet: ExportedNoun, asked: Asked): Promise<Names> => {
    const wanted = new Set<RefTarget>()
    for (const { as } of Object.values(sheet.noun.fields)) if ('to' in as) wanted.add(as.to)
    return createNames(new Map(await Promise.all([...wanted].map(async (to) => [to, await store.named(to, asked)] as const))))
  }

  const begin = async (
    sketch: Pick<Transfer, 'kind' | 'noun' | 'fileName'>,
    asked: Asked,
    work: (job: Job) => Promise<void>,
  ): Promise<Transfer> => {
    const transfer: Transfer = {
      ...sketch,
      id: '',
      state: 'waiting',
      userName: asked.caller.cname,
      startedAt: clock.toWire(clock.now()),
      finishedAt: null,
      total: null,
      done: 0,
      created: 0,
      updated: 0,
      skipped: 0,
      wrong: 0,
      reason: '',
      problems: [],
      fileId: null,
      reportId: null,
      columns: [],
      sample: [],
    }
    const id = await store.create(transfer, asked.caller.userId)
    const job = new Job({ ...transfer, id }, asked.caller.userId)
    jobs.set(id, job)
    const lane = sketch.kind === 'export' ? 'export' : 'import'
    const run = async (): Promise<void> => {
      await carryOut(job, work, asked)
      running[lane] -= 1
      jobs.delete(id)
      next()
    }
    const start = (): void => {
      running[lane] += 1
      const end = run()
      ends.add(end)
      void end.then(() => ends.delete(end))
    }
    waiting.push({ lane, start })
    next()
    return job.transfer
  }

  /** Never rejects: whatever happens is the job's outcome. */
  const carryOut = async (job: Job, work: (job: Job) => Promise<void>, { language }: Asked): Promise<void> => {
    const { transfer } = job
    transfer.state = 'running'
    try {
      job.goOn()
      await work(job)
      transfer.state = 'done'
    } catch (error) {
      const told = reasonFor(error)
      transfer.state = error instanceof Cancelled ? 'cancelled' : 'failed'
      transfer.reason = told?.[language] ?? ''
      if (!told && !(error instanceof Cancelled)) {
        log.error({ err: error, transfer: transfer.id }, 'a transfer failed')
        transfer.reason = unexpected[language]
      }
    }
    transfer.finishedAt = clock.toWire(clock.now())
    await store.finish(transfer).catch((error: unknown) => log.error({ err: error }, 'the end of a transfer was not written'))
  }

  const exportRows = async function* (job: Job, sheet: ExportedNoun, filter: ListBody, names: string[], asked: Asked) {
    const { language } = asked
    const ground = { language, names: await namesFor(sheet, asked) }
    const columns = chosenColumns(sheet, names)
    for await (const rows of sheet.stream(filter, asked)) {
      job.goOn()
      // It is not only begun with room: a disk may fill while it is written, not least by it.
      disk.requireRoom()
      yield rows.map((row): CellValue[] => columns.map(({ name, field }) => writeCell(field, row[name], ground)))
      job.transfer.done += rows.length
    }
  }

  const read = async (job: Job, sheet: SheetNoun, path: string, name: string | undefined, asked: Asked) => {
    const rows: SheetRow[] = []
    let header: Header | null = null
    for await (const row of readSheet(path, name === undefined ? {} : { sheet: name })) {
      job.goOn()
      if (header === null) header = acceptHeader(sheet, row.cells)
      else rows.push(row)
    }
    if (header === null || rows.length === 0)
      throw new Failed({ zh: '表中没有数据行', en: 'The sheet has no rows below its header' })
    job.transfer.columns = header.columns.map(({ title, column }) => ({ title, field: column?.imports ? column.name : null }))
    job.transfer.sample = rows.slice(0, sampled).map(({ cells }) => [...cells])
    job.transfer.total = rows.length
    return { header, rows, names: await namesFor(sheet, asked) }
  }

  /** All wrong rows as they came, each with what is wrong with it. */
  const report = async (job: Job, header: Header, rows: readonly SheetRow[], asked: Asked): Promise<void> => {
    const { problems, transfer } = job
    // Without room for it the first of them are told all the same.
    if (problems.length === 0 || disk.space().state !== 'fine') return
    const { language } = asked
    const reasons = new Map<number, string[]>()
    for (const { row, column, reason } of problems) {
      const told = column === '' ? reason : `${column}${language === 'zh' ? '：' : ': '}${reason}`
      reasons.set(row, [...(reasons.get(row) ?? []), told])
    }
    const wrong = rows.filter(({ number }) => reasons.has(number))
    const titles = [
      { zh: '行号', en: 'Row' }[language],
      { zh: '错误', en: 'Problem' }[language],
      ...header.columns.map(({ title }) => title),
    ]
    const columns = titles.map((title, at) => ({ title, kind: at === 0 ? ('number' as const) : ('text' as const) }))
    const batches = async function* () {
      yield await Promise.resolve(
        wrong.map(({ number, cells }): CellValue[] => [
          number,
          (reasons.get(number) ?? []).join('；'),
          ...header.columns.map((_, at) => cells[at] ?? ''),
        ]),
      )
    }
    const name = `${{ zh: '错误行', en: 'wrong rows' }[language]}-${transfer.fileName.replace(/\.\w+$/, '')}.xlsx`
    transfer.reportId = await keepFile(name, workbookType, asked, async (path) => {
      await writeWorkbook(path, { name: { zh: '错误行', en: 'Wrong rows' }[language], columns }, batches())
    })
  }

  const beginImport = async (
    body: Body<'previewImport'>,
    mode: 'preview' | 'partial' | 'all',
    asked: Asked,
  ): Promise<Transfer> => {
    const sheet = imported(body.noun, asked)
    const { path, name: fileName } = await files.open(body.fileId, asked.caller)
    const kind = mode === 'preview' ? 'preview' : 'import'
    return begin({ kind, noun: body.noun, fileName }, asked, async (job) => {
      const { header, rows, names } = await read(job, sheet, path, body.sheet, asked)
      try {
        await runImport(kernel, job, { sheet, header, rows, names, existing: body.existing, asked }, mode)
      } finally {
        await report(job, header, rows, asked)
        const { created, updated, skipped, wrong } = job.transfer
        if (mode !== 'preview') await tell(asked, 'import', body.noun, { file: fileName, mode, created, updated, skipped, wrong })
      }
      if (mode === 'all' && job.transfer.wrong > 0)
        throw new Failed({ zh: '有错误行，全部未导入', en: 'A row is wrong: nothing was imported' })
    })
  }

  const tell = (asked: Asked, action: 'import' | 'export', object: string, after: unknown): Promise<void> =>
    kernel.transaction((trx) => kernel.journal.write(trx, asked, { module: 'transfers', action, object, after }))

  const stamp = (): string => clock.toWire(clock.now()).replaceAll(/[-:]/g, '').replace(' ', '-')

  return {
    start: () => store.endInterrupted('服务重启，任务中断 / interrupted by a restart'),
    stop: async (): Promise<void> => {
      for (const job of jobs.values()) job.cancel()
      // Each end lets the next one begin, which ends at once.
      while (ends.size > 0) await Promise.all(ends)
    },

    /** The history goes with its files. */
    keepHouse: async (days: number): Promise<void> => {
      const rows = await store.dropOlder(new Date(clock.now() - days * day))
      if (rows > 0) log.info({ rows }, 'imports and exports were forgotten')
    },

    sheetNouns: (asked: Asked) =>
      sheets
        .filter(({ noun }) => sees(asked, noun.route))
        .map(({ noun }) => ({
          name: noun.name,
          word: noun.word,
          words: noun.words,
          route: noun.route,
          imports: noun.imports !== false && edits(asked, noun),
        })),

    template: async ({ noun }: Body<'createTemplate'>, asked: Asked) => {
      const sheet = imported(noun, asked)
      const { language } = asked
      const columns = importColumns(sheet.noun).map(({ field }) => ({
        title: titleOf(field, language),
        required: isRequired(field),
        ...examples(field, language),
      }))
      const word = sheet.noun.word[language]
      const fileName = { zh: `${word}导入模板.xlsx`, en: `Template ${word}.xlsx` }[language]
      const fileId = await keepFile(fileName, workbookType, asked, (path) =>
        writeTemplate(path, { sheet: word, columns, language }),
      )
      return { fileId, fileName }
    },

    export: async ({ noun, filter, fields, format }: Body<'startExport'>, asked: Asked): Promise<Transfer> => {
      const sheet = exported(noun, asked)
      disk.requireRoom()
      const known = columnsOf(sheet.noun)
      const strange = fields.find((name) => !known.some((column) => column.name === name))
      if (strange !== undefined) {
        const reason = { zh: `没有字段“${strange}”`, en: `there is no field "${strange}"` }
        throw new Refusal('invalidInput', { field: 'fields', reason }, { field: 'fields' })
      }
      const names = fields.length > 0 ? fields : known.map(({ name }) => name)
      const narrowed = sheet.readFilter(filter, asked.language)
      const { language } = asked
      const fileName = `${sheet.noun.word[language]}-${stamp()}.${format}`
      return begin({ kind: 'export', noun, fileName }, asked, async (job) => {
        const total = await sheet.count(narrowed, asked)
        job.transfer.total = total
        // Known before a minute of writing has shown it.
        if (format === 'xlsx' && total > mostWorkbookRows) throw new SheetError('tooManyToWrite', { limit: mostWorkbookRows })
        const columns = chosenColumns(sheet, names).map(({ field }) => ({
          title: titleOf(field, language),
          kind: columnKind(field),
        }))
        const write = format === 'csv' ? writeCsv : writeWorkbook
        job.transfer.fileId = await keepFile(fileName, types[format], asked, async (path) => {
          const rows = exportRows(job, sheet, narrowed, names, asked)
          await write(path, { name: sheet.noun.words[language], columns }, rows)
        })
        await tell(asked, 'export', noun, { filter, rows: job.transfer.done, file: fileName })
      })
    },

    preview: (body: Body<'previewImport'>, asked: Asked) => beginImport(body, 'preview', asked),
    import: (body: Body<'startImport'>, asked: Asked) => beginImport(body, body.mode, asked),

    one: async ({ id }: { id: string }, asked: Asked): Promise<Transfer> => {
      const job = jobs.get(id)
      const mine = job && (job.ownerId === asked.caller.userId || asked.caller.administrator)
      const found = mine ? job.transfer : await store.one(id, asked.caller.administrator ? null : asked.caller.userId)
      if (!found) throw new Refusal('notFound', { what: words.transfer })
      return found
    },
    cancel: ({ id }: { id: string }, asked: Asked): null => {
      const job = jobs.get(id)
      if (!job || (job.ownerId !== asked.caller.userId && !asked.caller.administrator))
        throw new Refusal('notFound', { what: words.transfer })
      job.cancel()
      return null
    },
    list: async (body: Body<'listTransferAll'>, asked: Asked) => {
      const stored = await store.list(body, asked.caller.administrator ? null : asked.caller.userId, asked.caller.userId)
      const present = (transfer: Transfer): Transfer => jobs.get(transfer.id)?.transfer ?? transfer
      return Array.isArray(stored) ? stored.map(present) : { ...stored, list: stored.list.map(present) }
    },
  }
}

/** In the order in which they were asked for. */
const chosenColumns = ({ noun }: ExportedNoun, names: readonly string[]): Column[] => {
  const known = new Map(columnsOf(noun).map((column) => [column.name, column]))
  return names.flatMap((name) => known.get(name) ?? [])
}

const unexpected: Text = { zh: '服务器内部错误，已记录', en: 'An internal error; it was logged' }

const reasonFor = (error: unknown): Text | null => {
  if (error instanceof Failed || error instanceof SheetError) return error.reason
  if (error instanceof NotReady) return error.told
  return error instanceof Refusal ? { zh: error.tell('zh'), en: error.tell('en') } : null
}

/** Refuses a sheet that is another noun's, or whose columns cannot be told apart. */
const acceptHeader = (sheet: SheetNoun, titles: readonly string[]): Header => {
  const header = readHeader(sheet.noun, titles)
  const { word } = sheet.noun
  if (header.repeated.length > 0)
    throw new Failed({
      zh: `列重复：${header.repeated.join('、')}`,
      en: `Columns stand there twice: ${header.repeated.join(', ')}`,
    })
  if (header.missing.length > 0) {
    const list = (language: 'zh' | 'en', comma: string): string =>
      header.missing.map(({ field }) => titleOf(field, language)).join(comma)
    throw new Failed({
      zh: `不是${word.zh}的导入表：缺少列 ${list('zh', '、')}`,
      en: `Not a sheet of ${sheet.noun.words.en}: the column ${list('en', ', ')} is missing`,
    })
  }
  return header
}
