import type { Alarm } from '@vigil/contract/alarms/entities.ts'
import { keptAround, longest } from '@vigil/contract/cases/entities.ts'
import type { EvidenceCase } from '@vigil/contract/cases/evidence-case.ts'
import type { Asked } from '../../kernel/caller.ts'
import type { Entry } from '../../kernel/journal.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { maySee } from '../../kernel/scope.ts'
import type { WholeAlarm } from '../alarms/index.ts'
import { entryOf, tell, what, type Body, type CaseContext } from './context.ts'
import { gathered, trackSpan } from './gather.ts'

const subjectOf = ({ userName, plateNumber, deviceName }: Alarm): string => userName || plateNumber || deviceName
/** `SOS 求救 张三 2026-11-20`. */
const titleOf = (alarm: Alarm): string =>
  `${alarm.alarmName} ${subjectOf(alarm)} ${alarm.findTime.slice(0, 10)}`.slice(0, longest.title)

/** That somebody copied a track is told as that he looked at it. */
const lookedAt = ({ kernel: { clock } }: CaseContext, whole: WholeAlarm): readonly Entry[] => {
  const { alarm } = whole
  if (alarm.objectId === null) return []
  const { from, to } = trackSpan(whole)
  return [
    {
      module: 'positions',
      action: 'look',
      object: 'track',
      objectId: `${alarm.deviceType}:${alarm.deviceId}`,
      after: { name: alarm.deviceName, startTime: clock.toWire(from), endTime: clock.toWire(to - 1_000) },
    },
  ]
}

/** The case of an alarm as it stands now, or the one that was made of it before: nobody makes a second. */
export const make = async (context: CaseContext, body: Body<'createZdCase'>, asked: Asked): Promise<EvidenceCase> => {
  const { kernel, store, doors } = context
  const before = await store.ofAlarm(body.alarmId, asked)
  if (before) return before
  // As it is stored, whoever asks: what is kept is not the reader's translation.
  const whole = await doors.alarms.whole(body.alarmId, { ...asked, language: 'zh' }, keptAround)
  const { alarm } = whole
  // Who was told of an alarm beyond his scope would make a case that he does not see.
  if (!maySee(asked.caller.scope, alarm.deptId)) throw new Refusal('notFound', { what })
  kernel.disk.requireRoom()
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
    let items = 0
    for await (const item of gathered(whole, doors.positions.walk)) {
      await store.add(trx, made.id, item, asked)
      items += 1
    }
    await store.addStep(trx, made.id, { kind: 'created' }, asked)
    const present = { ...made, items }
    tell(context, after, present)
    await kernel.journal.writeAll(trx, asked, [...lookedAt(context, whole), entryOf('create', made.id, { after: present })])
    return present
  })
}
