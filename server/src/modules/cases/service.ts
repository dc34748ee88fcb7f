import { caseDomain } from '@vigil/contract/cases/domain.ts'
import { isEvidence, type CaseItem } from '@vigil/contract/cases/entities.ts'
import type { EvidenceCase, NamedCase } from '@vigil/contract/cases/evidence-case.ts'
import { nobodysIn, type Asked } from '../../kernel/caller.ts'
import type { Kernel, Trx } from '../../kernel/kernel.ts'
import { changedBy } from '../../kernel/records.ts'
import { invalid, missing, Refusal } from '../../kernel/refusal.ts'
import { createTurns } from '../../kernel/turns.ts'
import { archive, isGiven, withFiles } from './archive.ts'
import { entryOf, isWithheld, tell, toldTo, what, writable, type Body, type CaseContext } from './context.ts'
import { bringUpToDate, followAlarms } from './follow.ts'
import { fileItem, itemOf } from './gather.ts'
import { make } from './make.ts'
import { addedName, tooMuch } from './rules.ts'
import { createCaseStore, type NewItem, type NewStep } from './store.ts'

const one = async ({ store }: CaseContext, id: string, asked: Asked) => {
  const found = await store.find(id, asked)
  if (!found) throw new Refusal('notFound', { what })
  const [items, steps, { follows, failing }] = await Promise.all([
    store.itemsOf(id),
    store.stepsOf(id),
    store.followedHow(id, asked.language),
  ])
  const bytes = items.reduce((sum, { size }) => sum + size, 0)
  return { case: found, items, steps, follows: follows !== 'nothing', failing, bytes }
}

/** The same as its reader calls whoever is nobody. */
const told = async (context: CaseContext, id: string, asked: Asked) => {
  const { items, steps, ...rest } = await one(context, id, asked)
  const said = (name: string): string => nobodysIn(name, asked.language)
  return {
    ...rest,
    items: items.map((item) => ({ ...item, addedBy: said(item.addedBy), withheld: isWithheld(item, asked) })),
    steps: steps.map((step) => ({ ...step, by: said(step.by) })),
  }
}

/** What of a case was said otherwise before. */
const stepsBetween = (before: EvidenceCase, after: EvidenceCase): NewStep[] => {
  const said = {
    ...(before.title === after.title ? {} : { title: before.title }),
    ...(before.note === after.note ? {} : { note: before.note }),
  }
  return [
    ...(Object.keys(said).length > 0 ? [{ kind: 'edited', before: said } as const] : []),
    ...(before.status === after.status ? [] : [{ kind: after.status === 'closed' ? 'closed' : 'reopened' } as const]),
  ]
}

const save = (context: CaseContext, body: Body<'saveZdCase'>, asked: Asked): Promise<NamedCase> => {
  const { kernel, store } = context
  return kernel.transaction(async (trx, after) => {
    const before = await writable(context, trx, body.id, asked)
    if (body.version !== undefined && body.version !== before.version) {
      const last = await changedBy(kernel, trx, { object: 'evidenceCase', id: body.id, version: before.version }, asked)
      throw new Refusal('conflict', {}, { ...toldTo(before, asked), ...last })
    }
    const saved = await store.change(trx, before.id, body)
    for (const step of stepsBetween(before, saved)) await store.addStep(trx, saved.id, step, asked)
    tell(context, after, saved)
    await kernel.journal.write(trx, asked, entryOf('update', saved.id, { before, after: saved }))
    return toldTo(saved, asked)
  })
}

/** What is to be added: the words of a note, or the contents of a file that the caller may read. */
const addedItem = async (
  { doors }: CaseContext,
  trx: Trx,
  { text, fileId }: Body<'addZdCaseItem'>,
  number: number,
  asked: Asked,
): Promise<NewItem> => {
  if (fileId === undefined) {
    if (!text) throw missing('text', caseDomain.asked.text)
    return itemOf(addedName(number, 'note.txt'), 'note', 'text/plain', Buffer.from(text))
  }
  const file = await doors.files.keepAsEvidence(trx, fileId, asked)
  if (!isEvidence(file.type))
    throw new Refusal('fileRejected', { reason: { zh: '只接受图片和 PDF', en: 'only pictures and PDF files are taken' } })
  return fileItem(addedName(number, file.name), file)
}

const add = (context: CaseContext, body: Body<'addZdCaseItem'>, asked: Asked): Promise<CaseItem> => {
  const { kernel, store } = context
  if (body.text && body.fileId !== undefined)
    throw invalid('fileId', caseDomain.asked.fileId, {
      zh: '不能与备注一起补充，请分两次',
      en: 'cannot be added together with a note: add one after the other',
    })
  return kernel.transaction(async (trx, after) => {
    const present = await writable(context, trx, body.id, asked)
    if (present.status === 'closed') throw invalid('id', what, { zh: '已结案，请先重新打开', en: 'is closed: reopen it first' })
    kernel.disk.requireRoom()
    const added = await addedItem(context, trx, body, present.items + 1, asked)
    const full = tooMuch(present.items + 1, (await store.heldBy(trx, present.id)).bytes + added.size, true)
    if (full) throw invalid('id', what, full)
    const item = await store.add(trx, present.id, added, asked)
    await store.addStep(trx, present.id, { kind: 'added', item: item.name }, asked)
    tell(context, after, present)
    const { name, kind, size, sha256 } = item
    await kernel.journal.write(
      trx,
      asked,
      entryOf('update', present.id, { after: { title: present.title, name, kind, size, sha256 } }),
    )
    return { ...item, withheld: isWithheld(item, asked) }
  })
}

/** The archive of a case, once it is written down that it was given out. */
interface CaseDownload {
  /** By which people call the case. */
  readonly number: string
  readonly pieces: AsyncGenerator<Uint8Array>
}

const download = async (context: CaseContext, id: string, asked: Asked): Promise<CaseDownload> => {
  const { kernel, store } = context
  const { case: found, items } = await one(context, id, asked)
  const given = await withFiles(context, items, asked)
  await kernel.transaction(async (trx, after) => {
    await store.addStep(trx, id, { kind: 'exported' }, asked)
    tell(context, after, found)
    await kernel.journal.write(
      trx,
      asked,
      entryOf('export', id, { after: { title: found.title, items: given.filter(isGiven).length } }),
    )
  })
  const pieces = archive(context, { found, items: given, steps: await store.stepsOf(id) }, asked)
  return { number: found.number, pieces }
}

export type CaseService = ReturnType<typeof createCaseService>

export const createCaseService = (kernel: Kernel, doors: CaseContext['doors']) => {
  const store = createCaseStore(kernel)
  const context: CaseContext = { kernel, store, doors }
  const inTurn = createTurns()
  return {
    make: (body: Body<'createZdCase'>, asked: Asked) => make(context, inTurn, body, asked),
    list: (body: Body<'listZdCaseByDeptId'>, asked: Asked) => store.list(body, asked),
    countByDept: (body: Body<'countZdCaseByDeptId'>, asked: Asked) => store.countByDept(body, asked),
    one: (id: string, asked: Asked) => told(context, id, asked),
    save: (body: Body<'saveZdCase'>, asked: Asked) => save(context, body, asked),
    bringUpToDate: ({ id }: Body<'followZdCase'>, asked: Asked) => bringUpToDate(context, inTurn, id, asked),
    followAlarms: () => followAlarms(context, inTurn),
    add: (body: Body<'addZdCaseItem'>, asked: Asked) => add(context, body, asked),
    download: (id: string, asked: Asked) => download(context, id, asked),
    /** Which of some cases somebody sees. */
    seen: (ids: readonly string[], asked: Asked) => store.seen(ids, asked),
  }
}
