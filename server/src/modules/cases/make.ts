import type { Alarm } from '@vigil/contract/alarms/entities.ts'
import { subjectOf } from '@vigil/contract/alarms/subject.ts'
import { keptAround, longest } from '@vigil/contract/cases/entities.ts'
import type { EvidenceCase, NamedCase } from '@vigil/contract/cases/evidence-case.ts'
import type { Asked } from '../../kernel/caller.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { requireWrite } from '../../kernel/scope.ts'
import type { Turns } from '../../kernel/turns.ts'
import { entryOf, lookedAt, tell, toldOf, toldTo, what, type Body, type CaseContext } from './context.ts'
import { leftOf } from './follow.ts'
import { gathered } from './gather.ts'
import { keepPictures, picturesOf } from './pictures.ts'
import { addedName } from './rules.ts'
import type { NewItem } from './store.ts'

/** `SOS 求救 张三 2026-11-20`. */
const titleOf = (alarm: Alarm): string =>
  `${alarm.alarmName} ${subjectOf(alarm)} ${alarm.findTime.slice(0, 10)}`.slice(0, longest.title)

const makeAnew = async (context: CaseContext, body: Body<'createZdCase'>, asked: Asked): Promise<EvidenceCase> => {
  const { kernel, store, doors } = context
  const whole = await toldOf(context, body.alarmId, asked, keptAround)
  const { alarm } = whole
  // Who was told of an alarm beyond his scope would make a case that he does not see.
  requireWrite(asked.caller.scope, alarm.deptId, what)
  kernel.disk.requireRoom()
  // Read before the transaction begins: one that waits for a second connection while it holds the first starves all others.
  const items: NewItem[] = []
  for await (const item of gathered(whole, doors.positions.walk)) items.push(item)
  const pictures = await picturesOf(context, alarm, asked)
  return kernel.transaction(async (trx, after) => {
    const made = await store.create(
      trx,
      {
        alarmId: alarm.id,
        title: body.title || titleOf(alarm),
        note: body.note ?? '',
        alarmType: alarm.alarmType,
        alarmLevel: alarm.alarmLevel,
        subject: subjectOf(alarm),
        findTime: kernel.clock.fromWire(alarm.findTime),
        deptId: alarm.deptId,
        deptName: alarm.deptName ?? '',
      },
      asked,
    )
    if (!made) {
      const other = await store.ofAlarm(alarm.id, asked, trx)
      if (!other) throw new Refusal('notFound', { what })
      return other
    }
    for (const item of items) await store.add(trx, made.id, item, asked)
    const shown = await keepPictures(context, trx, pictures, new Set(), asked)
    for (const [at, item] of shown.entries())
      await store.add(trx, made.id, { ...item, name: addedName(items.length + at + 1, item.name) }, asked)
    const left = leftOf(whole, kernel.clock.now())
    await store.follow(trx, made.id, left.follows, left.until)
    await store.addStep(trx, made.id, { kind: 'created' }, asked)
    await doors.alarms.noteCase(trx, { alarmId: alarm.id, number: made.number }, asked, after)
    const present = { ...made, items: items.length + shown.length }
    tell(context, after, present)
    await kernel.journal.writeAll(trx, asked, [...lookedAt(context, whole), entryOf('create', made.id, { after: present })])
    return present
  })
}

/**
 * The case of an alarm as it stands now, or the one that was made of it before: nobody makes a second. One is made at a time, since
 * all that it copies is in memory meanwhile.
 */
export const make = async (context: CaseContext, inTurn: Turns, body: Body<'createZdCase'>, asked: Asked): Promise<NamedCase> => {
  const before = () => context.store.ofAlarm(body.alarmId, asked)
  return toldTo((await before()) ?? (await inTurn(async () => (await before()) ?? makeAnew(context, body, asked))), asked)
}
