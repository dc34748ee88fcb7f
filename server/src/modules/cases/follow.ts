import { handlingStatus } from '@vigil/contract/alarms/entities.ts'
import { keptAround } from '@vigil/contract/cases/entities.ts'
import type { Text } from '@vigil/contract/kernel/text.ts'
import { theSystem, type Asked } from '../../kernel/caller.ts'
import { invalid, NotReady, Refusal } from '../../kernel/refusal.ts'
import { everything, requireWrite } from '../../kernel/scope.ts'
import type { Turns } from '../../kernel/turns.ts'
import type { WholeAlarm } from '../alarms/index.ts'
import { entryOf, lookedAt, tell, toldOf, what, writable, type CaseContext } from './context.ts'
import { gathered } from './gather.ts'
import { keptTrack } from './kept-track.ts'
import { keepPictures, picturesOf } from './pictures.ts'
import { addedName, tooMuch, waitAfter } from './rules.ts'
import type { Following, Follows, NewItem } from './store.ts'

/** What becomes of an alarm after its case was made is added beside what was kept: nothing that is there is written anew. */

/** What is yet to come of it: the track goes on for a while after it was last seen. */
export const leftOf = ({ alarm, to }: WholeAlarm, now: number): { readonly follows: Follows; readonly until: Date | null } => {
  if (alarm.status !== handlingStatus.code.handled) return { follows: 'alarm', until: null }
  return now < to ? { follows: 'track', until: new Date(to) } : { follows: 'nothing', until: null }
}

/** What nobody asked for: of whose alarms it may bring, and how far the case is. */
type ByItself = Pick<Following, 'deptId' | 'follows' | 'failures'>

/**
 * Adds what is otherwise by now, and answers how many items that is; null where somebody added something meanwhile, so that it is to be done
 * once more. What nobody asked for brings alarms of its source from within the department of the case alone: whoever sees the case
 * may see no more.
 */
const bringOnce = async (
  context: CaseContext,
  id: string,
  alarmId: string,
  asked: Asked,
  byItself?: ByItself,
): Promise<number | null> => {
  const { kernel, store, doors } = context
  const around = { ...keptAround, orHidden: true, ...(byItself ? { within: byItself.deptId } : {}) }
  const whole = await toldOf(context, alarmId, asked, around)
  const left = leftOf(whole, kernel.clock.now())
  // It went on although it is handled: its track is kept once that is whole, not in pieces.
  if (byItself?.follows === 'track' && left.follows !== 'nothing') {
    await kernel.transaction((trx) => store.follow(trx, id, left.follows, left.until))
    return 0
  }
  kernel.disk.requireRoom()
  const track = await keptTrack(store, id)
  const found: NewItem[] = []
  for await (const item of gathered(whole, doors.positions.walk, track)) found.push(item)
  // Nobody asked the system to look at what is shown of devices: pictures are those that whoever asks may see.
  const pictures = byItself ? [] : await picturesOf(context, whole.alarm, asked)
  return kernel.transaction(async (trx, after) => {
    const present = await writable(context, trx, id, asked)
    if (present.status === 'closed') {
      if (byItself) return 0
      throw invalid('id', what, { zh: '已结案，请先重新打开', en: 'is closed: reopen it first' })
    }
    if (present.items !== track.items) return null
    const held = await store.heldBy(trx, id)
    const news = [
      ...found.filter(({ sha256 }) => !held.sums.has(sha256)),
      ...(await keepPictures(context, trx, pictures, held.sums, asked)),
    ]
    const bytes = news.reduce((sum, { size }) => sum + size, held.bytes)
    const full = news.length === 0 ? null : tooMuch(present.items + news.length, bytes, !byItself)
    if (full && !byItself) throw invalid('id', what, full)
    if (full) {
      await store.follow(trx, id, 'nothing', null)
      return 0
    }
    for (const [at, item] of news.entries()) {
      const { name } = await store.add(trx, id, { ...item, name: addedName(present.items + at + 1, item.name) }, asked)
      await store.addStep(trx, id, { kind: 'added', item: name }, asked)
    }
    await store.follow(trx, id, left.follows, left.until)
    // What failed before and does no more is seen as well.
    if (news.length > 0 || byItself?.failures) tell(context, after, present)
    if (news.length === 0) return 0
    const items = present.items + news.length
    await kernel.journal.writeAll(trx, asked, [
      ...(byItself ? [] : lookedAt(context, whole)),
      entryOf('update', id, { before: { items: present.items }, after: { title: present.title, items } }),
    ])
    return news.length
  })
}

const bring = async (...args: Parameters<typeof bringOnce>): Promise<number> => {
  for (;;) {
    const added = await bringOnce(...args)
    if (added !== null) return added
  }
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

/** As a person may read it: what an error says of the server is told to its log alone. */
const reasonOf = (error: unknown): Text => {
  if (error instanceof Refusal) return { zh: error.tell('zh'), en: error.tell('en') }
  const inside = { zh: '服务器内部错误，详情见服务器日志', en: 'an internal error of the server, of which its log says more' }
  return (error instanceof NotReady ? error.told : null) ?? inside
}

/** Written down, so that whichever server is next does not try it at once again, and the case says so. */
const failed = async (context: CaseContext, { id, deptId, failures }: Following, error: unknown): Promise<void> => {
  const { kernel, store } = context
  const next = new Date(kernel.clock.now() + waitAfter(failures))
  kernel.log.error({ err: error, case: id, failures: failures + 1, next }, 'a case could not follow its alarm and is tried again')
  await kernel.transaction(async (trx, after) => {
    await store.noteFailure(trx, id, reasonOf(error), next)
    tell(context, after, { id, deptId })
  })
}

/**
 * Adds to the cases of alarms that are handled by now what became of them, and later the end of their tracks. One that fails holds up
 * no other: it is told to the log, and tried again after a time that grows.
 */
export const followAlarms = async (context: CaseContext, inTurn: Turns): Promise<void> => {
  const { kernel, store, doors } = context
  const system = theSystem(kernel.clock.now())
  const asked: Asked = { ...system, caller: { ...system.caller, scope: everything } }
  const due = await store.following(new Date(kernel.clock.now()))
  if (due.length === 0) return
  const statuses = await doors.alarms.statusesOf(due.map(({ alarmId }) => alarmId))
  for (const one of due) {
    const { id, alarmId } = one
    const status = statuses.get(alarmId)
    try {
      // An alarm that is gone tells nothing more; one that is hidden was handled.
      if (status === undefined) await kernel.transaction((trx) => store.follow(trx, id, 'nothing', null))
      else if (status === handlingStatus.code.handled) await inTurn(() => bring(context, id, alarmId, asked, one))
    } catch (error) {
      await failed(context, one, error)
    }
  }
}
