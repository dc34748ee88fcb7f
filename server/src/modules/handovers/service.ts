import { isCry } from '@vigil/contract/alarms/types.ts'
import type { Alarm } from '@vigil/contract/alarms/entities.ts'
import { handoverCalls } from '@vigil/contract/handovers/calls.ts'
import { handoverDomain } from '@vigil/contract/handovers/domain.ts'
import { namedAtMost, type ShiftFacts, type ShiftHandover } from '@vigil/contract/handovers/entities.ts'
import type { BodyOf } from '@vigil/contract/kernel/call.ts'
import { mayAsk, type Asked, type Caller } from '../../kernel/caller.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { recordsChanged } from '../../kernel/record-changes.ts'
import { invalid, Refusal } from '../../kernel/refusal.ts'
import { maySee } from '../../kernel/scope.ts'
import type { AlarmService } from '../alarms/index.ts'
import type { HazardService } from '../hazards/index.ts'
import { shownTo } from './shown.ts'
import type { HandoverStore } from './store.ts'

type Body<Name extends keyof typeof handoverCalls> = BodyOf<(typeof handoverCalls)[Name]>

interface Others {
  readonly alarms: Pick<AlarmService, 'listOpen'>
  readonly hazards: Pick<HazardService, 'fences'>
  readonly session: { readonly callerOf: (personId: string) => Promise<Caller | null> }
}

const { shiftHandover: word } = handoverDomain.logged
const what = { zh: word.zh, en: 'The handover' }

const alarmFact = (alarm: Alarm): ShiftFacts['open']['list'][number] => {
  const { id, alarmName, alarmType, ruleId, alarmLevel, findTime, status, assignee, shelvedUntil, deptId, condition } = alarm
  const who = alarm.userName || alarm.plateNumber || alarm.deviceName
  return { id, alarmName, alarmType, ruleId, alarmLevel, who, findTime, status, assignee, shelvedUntil, deptId, condition }
}
/** Cries for help before others of their level: they are first on the screen too. */
const byUrgency = (a: Alarm, b: Alarm): number =>
  a.alarmLevel - b.alarmLevel || Number(isCry(b.alarmType)) - Number(isCry(a.alarmType)) || (a.findTime < b.findTime ? 1 : -1)

/** Fences that are switched off, as their list is asked for them. */
const switchedOff = { enable: 0, pageNum: 1, pageSize: namedAtMost }

const factsOf = async ({ alarms, hazards }: Others, asked: Asked): Promise<ShiftFacts> => {
  const [open, off] = await Promise.all([alarms.listOpen(asked), hazards.fences.list(switchedOff, asked)])
  const [shelved, waiting] = [
    open.list.filter(({ shelvedUntil }) => shelvedUntil !== null),
    open.list.filter((alarm) => alarm.shelvedUntil === null),
  ]
  const named = (list: readonly Alarm[]) => list.toSorted(byUrgency).slice(0, namedAtMost).map(alarmFact)
  const fences = Array.isArray(off) ? { list: off, total: off.length } : off
  return {
    // Of more than are listed the rest is open: few are ever put aside.
    open: { total: open.total - shelved.length, list: named(waiting) },
    shelved: { total: shelved.length, list: named(shelved) },
    fencesOff: { total: fences.total, list: fences.list.map(({ id, name, deptId }) => ({ id, name, deptId })) },
  }
}

/** Whom somebody names to take it: another, whom he knows, and who may. */
const namedTo = async ({ session }: Others, toUserId: string | undefined, { caller }: Asked) => {
  if (toUserId === undefined) return null
  const person = toUserId === caller.userId ? null : await session.callerOf(toUserId)
  if (person && maySee(caller.scope, person.deptId) && mayAsk(person, handoverCalls.takeZdHandover.needs))
    return { id: person.userId, name: person.cname }
  throw invalid('toUserId', handoverDomain.asked.toUserId, {
    zh: '不能接班：是您自己、没有此账号，或没有“交接班”的编辑权限',
    en: 'cannot take it over: yourself, no such account, or no permission to change shift handovers',
  })
}

export const createHandoverService = (kernel: Kernel, store: HandoverStore, others: Others) => {
  const told = (id: string) => [{ kind: 'shiftHandover', id, deptIds: null }]
  return {
    facts: async (asked: Asked) => shownTo(await factsOf(others, asked), asked.caller),
    page: (body: Body<'listZdHandoverPage'>, asked: Asked) => store.page(body, asked),
    seen: store.seen,

    /** What stands then is read before: nothing that is locked waits for it. */
    give: async ({ note, toUserId }: Body<'giveZdHandover'>, asked: Asked): Promise<ShiftHandover> => {
      const { caller } = asked
      const to = await namedTo(others, toUserId, asked)
      const facts = await factsOf(others, asked)
      return kernel.transaction(async (trx, after) => {
        const id = await store.give(trx, { by: caller, at: new Date(kernel.clock.now()), to, note, facts })
        if (id === null)
          throw invalid('note', what, {
            zh: '暂不能再交：您上次交的班还没有人接',
            en: 'cannot be given yet: the last one that you gave has not been taken',
          })
        const given = (await store.one(trx, id, asked)) as ShiftHandover
        const { facts: stood, ...entry } = given
        const numbers = { open: stood.open.total, shelved: stood.shelved.total, fencesOff: stood.fencesOff.total }
        await kernel.journal.write(trx, asked, {
          module: 'handovers',
          action: 'create',
          object: 'shiftHandover',
          objectId: id,
          after: { ...entry, ...numbers },
        })
        after(() => kernel.bus.publish(recordsChanged, told(id)))
        return given
      })
    },

    take: ({ id, version }: Body<'takeZdHandover'>, asked: Asked): Promise<ShiftHandover> =>
      kernel.transaction(async (trx, after) => {
        const present = await store.one(trx, id, asked)
        if (!present) throw new Refusal('notFound', { what })
        if (present.takenAt !== null || (version !== undefined && version !== present.version))
          throw new Refusal('conflict', {}, { ...present, changedBy: present.takenBy || null, changedAt: present.takenAt })
        if (!present.mine) throw invalid('id', what, { zh: '不能由交班人自己接', en: 'cannot be taken by whoever gave it' })
        await store.take(trx, id, asked.caller, new Date(kernel.clock.now()))
        const taken = (await store.one(trx, id, asked)) as ShiftHandover
        await kernel.journal.write(trx, asked, {
          module: 'handovers',
          action: 'update',
          object: 'shiftHandover',
          objectId: id,
          before: { givenBy: present.givenBy, takenBy: '' },
          after: { givenBy: taken.givenBy, takenBy: taken.takenBy },
        })
        after(() => kernel.bus.publish(recordsChanged, told(id)))
        return taken
      }),
  }
}
