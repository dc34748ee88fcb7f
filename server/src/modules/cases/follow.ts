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

/** Adds what is otherwise by now, and answers how many items that is. */
const bring = async (context: CaseContext, id: string, alarmId: string, asked: Asked, isAsked: boolean): Promise<number> => {
  const { kernel, store, doors } = context
  const whole = await doors.alarms.whole(alarmId, { ...asked, language: 'zh' }, keptAround)
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
  return { added: await inTurn(() => bring(context, id, found.alarmId, asked, true)) }
}

/** Adds to the cases of alarms that are handled by now what became of them, and later the end of their tracks. */
export const followAlarms = async (context: CaseContext, inTurn: Turns): Promise<void> => {
  const { kernel, store, doors } = context
  const system = theSystem(kernel.clock.now())
  const asked: Asked = { ...system, caller: { ...system.caller, scope: everything } }
  for (const { id, alarmId, follows, until } of await store.following()) {
    if (follows === 'track' && until !== null && until.getTime() > kernel.clock.now()) continue
    try {
      const { status } = await doors.alarms.one(alarmId, asked)
      if (status === handlingStatus.code.handled) await inTurn(() => bring(context, id, alarmId, asked, false))
    } catch (error) {
      // An alarm that is gone, or hidden, tells nothing more.
      if (!(error instanceof Refusal) || error.codeName !== 'notFound') throw error
      await kernel.transaction((trx) => store.follow(trx, id, 'nothing', null))
    }
  }
}
