import { handlingStatus } from '@vigil/contract/alarms/entities.ts'
import { keptAround, mostItems } from '@vigil/contract/cases/entities.ts'
import { theSystem, type Asked } from '../../kernel/caller.ts'
import { invalid, Refusal } from '../../kernel/refusal.ts'
import { everything, requireWrite } from '../../kernel/scope.ts'
import type { Turns } from '../../kernel/turns.ts'
import type { WholeAlarm } from '../alarms/index.ts'
import { entryOf, lookedAt, tell, what, writable, type CaseContext } from './context.ts'
import { gathered } from './gather.ts'
import { addedName } from './rules.ts'
import type { Follows, NewItem } from './store.ts'

/** What becomes of an alarm after its case was made is added beside what was kept: nothing that is there is written anew. */

/** What is yet to come of it: the track goes on for a while after it was last seen. */
export const leftOf = ({ alarm, to }: WholeAlarm, now: number): { readonly follows: Follows; readonly until: Date | null } => {
  if (alarm.status !== handlingStatus.code.handled) return { follows: 'alarm', until: null }
  return now < to ? { follows: 'track', until: new Date(to) } : { follows: 'nothing', until: null }
}

/**
 * Adds what is otherwise by now, and answers how many items that is. What nobody asked for brings alarms of its source from within
 * the department of the case alone: whoever sees the case may see no more.
 */
const bring = async (
  context: CaseContext,
  id: string,
  alarmId: string,
  asked: Asked,
  within?: string | null,
): Promise<number> => {
  const { kernel, store, doors } = context
  const isAsked = within === undefined
  const around = isAsked ? keptAround : { ...keptAround, within }
  const whole = await doors.alarms.whole(alarmId, { ...asked, language: 'zh' }, around)
  kernel.disk.requireRoom()
  const found: NewItem[] = []
  for await (const item of gathered(whole, doors.positions.walk)) found.push(item)
  const left = leftOf(whole, kernel.clock.now())
  return kernel.transaction(async (trx, after) => {
    const present = await writable(context, trx, id, asked)
    if (present.status === 'closed') {
      if (!isAsked) return 0
      throw invalid('id', what, { zh: '已结案，请先重新打开', en: 'is closed: reopen it first' })
    }
    const kept = await store.sumsOf(trx, id)
    const news = found.filter(({ sha256 }) => !kept.has(sha256))
    if (isAsked && present.items + news.length > mostItems)
      throw invalid('id', what, { zh: `最多 ${mostItems} 份材料，不能再补充`, en: `takes ${mostItems} items at most` })
    for (const [at, item] of news.entries()) {
      const { name } = await store.add(trx, id, { ...item, name: addedName(present.items + at + 1, item.name) }, asked)
      await store.addStep(trx, id, { kind: 'added', item: name }, asked)
    }
    await store.follow(trx, id, left.follows, left.until)
    if (news.length === 0) return 0
    tell(context, after, present)
    const items = present.items + news.length
    await kernel.journal.writeAll(trx, asked, [
      ...(isAsked ? lookedAt(context, whole) : []),
      entryOf('update', id, { before: { items: present.items }, after: { title: present.title, items } }),
    ])
    return news.length
  })
}

/** Somebody wants his case as his alarm is now. */
export const bringUpToDate = async (
  context: CaseContext,
  inTurn: Turns,
  id: string,
  asked: Asked,
): Promise<{ added: number }> => {
  const found = await context.store.find(id, asked)
  if (!found) throw new Refusal('notFound', { what })
  requireWrite(asked.caller.scope, found.deptId, what)
  return { added: await inTurn(() => bring(context, id, found.alarmId, asked)) }
}

/**
 * Adds to the cases of alarms that are handled by now what became of them, and later the end of their tracks. One that fails holds up
 * no other: it is told to the log and tried again.
 */
export const followAlarms = async (context: CaseContext, inTurn: Turns): Promise<void> => {
  const { kernel, store, doors } = context
  const system = theSystem(kernel.clock.now())
  const asked: Asked = { ...system, caller: { ...system.caller, scope: everything } }
  const due = await store.following(new Date(kernel.clock.now()))
  if (due.length === 0) return
  const statuses = await doors.alarms.statusesOf(due.map(({ alarmId }) => alarmId))
  for (const { id, alarmId, deptId } of due) {
    const status = statuses.get(alarmId)
    try {
      // An alarm that is gone, or hidden, tells nothing more.
      if (status === undefined) await kernel.transaction((trx) => store.follow(trx, id, 'nothing', null))
      else if (status === handlingStatus.code.handled) await inTurn(() => bring(context, id, alarmId, asked, deptId))
    } catch (error) {
      kernel.log.error({ err: error, case: id }, 'a case could not follow its alarm and is tried again')
    }
  }
}
