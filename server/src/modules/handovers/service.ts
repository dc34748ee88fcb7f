import { subjectOf } from '@vigil/contract/alarms/subject.ts'
import { isCry } from '@vigil/contract/alarms/types.ts'
import type { Alarm } from '@vigil/contract/alarms/entities.ts'
import { handoverCalls } from '@vigil/contract/handovers/calls.ts'
import { handoverDomain } from '@vigil/contract/handovers/domain.ts'
import { namedAtMost, type ShiftHandover, type WholeShiftFacts } from '@vigil/contract/handovers/entities.ts'
import type { BodyOf } from '@vigil/contract/kernel/call.ts'
import type { Page } from '@vigil/contract/kernel/shapes.ts'
import { mayAsk, type Asked, type Caller } from '../../kernel/caller.ts'
import type { Kernel, Trx } from '../../kernel/kernel.ts'
import { recordsChanged } from '../../kernel/record-changes.ts'
import { createOwnLines } from '../../kernel/lines.ts'
import { invalid, Refusal, TooMany } from '../../kernel/refusal.ts'
import { maySee } from '../../kernel/scope.ts'
import type { AlarmService } from '../alarms/index.ts'
import type { HazardService } from '../hazards/index.ts'
import type { DeviceFault, HealthService } from '../health/index.ts'
import { shownTo } from './shown.ts'
import type { HandoverStore } from './store.ts'

type Body<Name extends keyof typeof handoverCalls> = BodyOf<(typeof handoverCalls)[Name]>

interface Others {
  readonly alarms: Pick<AlarmService, 'listOpen' | 'page'>
  readonly hazards: Pick<HazardService, 'fences'>
  readonly health: Pick<HealthService, 'list'>
  readonly session: { readonly callerOf: (personId: string) => Promise<Caller | null> }
}

const { shiftHandover: word } = handoverDomain.logged
const what = { zh: word.zh, en: 'The handover' }

const alarmFact = (alarm: Alarm): WholeShiftFacts['open']['list'][number] => {
  const { id, alarmName, alarmType, ruleId, alarmLevel, findTime, status, assignee, shelvedUntil, deptId, condition } = alarm
  const who = subjectOf(alarm)
  return { id, alarmName, alarmType, ruleId, alarmLevel, who, findTime, status, assignee, shelvedUntil, deptId, condition }
}
const faultFact = ({
  id,
  deviceName,
  userName,
  kind,
  since,
  ownerName,
  deptId,
}: DeviceFault): WholeShiftFacts['faults']['list'][number] => ({
  id,
  deviceName,
  userName,
  kind,
  since,
  owner: ownerName ?? '',
  deptId,
})
/** Cries for help before others of their level: they are first on the screen too. */
const byUrgency = (a: Alarm, b: Alarm): number =>
  a.alarmLevel - b.alarmLevel || Number(isCry(b.alarmType)) - Number(isCry(a.alarmType)) || (a.findTime < b.findTime ? 1 : -1)

/** Fences that are switched off, as their list is asked for them. */
const switchedOff = { enable: 0, pageNum: 1, pageSize: namedAtMost }

/** Likewise what is put aside, of level one first; no call for help is among them. */
const putAside = { shelved: true, recursive: true, sort: 'alarmLevel', pageNum: 1, pageSize: namedAtMost }

/** And what is wrong with devices. */
const openFaults = { ended: false, recursive: true, pageNum: 1, pageSize: namedAtMost }

/** A list that was asked for page by page. */
const pageOf = <Item>(answer: Page<Item> | readonly Item[]): { readonly total: number; readonly list: readonly Item[] } =>
  'list' in answer ? answer : { total: answer.length, list: answer }

const factsOf = async ({ alarms, hazards, health }: Others, asked: Asked): Promise<WholeShiftFacts> => {
  const [open, shelved, off, wrong] = await Promise.all([
    alarms.listOpen(asked),
    alarms.page(false, putAside, asked),
    hazards.fences.list(switchedOff, asked),
    health.list(openFaults, asked),
  ])
  const waiting = open.list.filter(({ shelvedUntil }) => shelvedUntil === null).toSorted(byUrgency)
  const [fences, faults] = [pageOf(off), pageOf(wrong)]
  return {
    open: { total: open.total - shelved.total, list: waiting.slice(0, namedAtMost).map(alarmFact) },
    shelved: { total: shelved.total, list: shelved.list.map(alarmFact) },
    fencesOff: { total: fences.total, list: fences.list.map(({ id, name, deptId }) => ({ id, name, deptId })) },
    faults: { total: faults.total, list: faults.list.map(faultFact) },
  }
}

/** Whom somebody names to take it: another, whom he knows, and who may. */
const namedTo = async ({ session }: Others, toUserId: string | undefined, { caller }: Asked) => {
  if (toUserId === undefined) return null
  const person = toUserId === caller.userId ? null : await session.callerOf(toUserId)
  if (person && maySee(caller.scope, person.deptId) && mayAsk(person, handoverCalls.takeZdHandover.needs))
    return { id: person.userId, name: person.cname }
  throw invalid('toUserId', handoverDomain.asked.toUserId, {
    zh: '不能接班：是你自己、没有此账号，或没有“交接班”的编辑权限',
    en: 'cannot take it over: yourself, no such account, or no permission to change shift handovers',
  })
}

const requireWaiting = (present: ShiftHandover, version: number | undefined): void => {
  const { takenAt, takenBy, withdrawnAt, givenBy } = present
  if (takenAt === null && withdrawnAt === null && (version === undefined || version === present.version)) return
  const changedBy = withdrawnAt === null ? takenBy || null : givenBy
  throw new Refusal('conflict', {}, { ...present, changedBy, changedAt: withdrawnAt ?? takenAt })
}

const oneWaits = (): Refusal =>
  invalid('note', what, {
    zh: '暂不能再交：你上次交的班还没有人接',
    en: 'cannot be given yet: the last one that you gave has not been taken',
  })

export const createHandoverService = (kernel: Kernel, store: HandoverStore, others: Others) => {
  /** One person gives one after the other: how the site stands is not looked up for what is refused. */
  const inOwnTurn = createOwnLines({ atOnce: 1, waiting: 8, comeBackAfter: 3 })
  const requireMayGive = async ({ caller }: Asked): Promise<void> => {
    const { waits, seconds } = await store.mayGive(caller, new Date(kernel.clock.now()))
    if (waits) throw oneWaits()
    if (seconds > 0) throw new TooMany(seconds)
  }
  const told = (id: string) => [{ kind: 'shiftHandover', id, deptIds: null }]
  /** What ends its waiting: one of those who try at once, while its row is locked. */
  const settle = (
    id: string,
    asked: Asked,
    { settle: write, mayNot }: { settle: (trx: Trx, at: Date) => Promise<void>; mayNot: (present: ShiftHandover) => void },
  ): Promise<ShiftHandover> =>
    kernel.transaction(async (trx, after) => {
      const present = await store.one(trx, id, asked)
      if (!present) throw new Refusal('notFound', { what })
      mayNot(present)
      await write(trx, new Date(kernel.clock.now()))
      const settled = (await store.one(trx, id, asked)) as ShiftHandover
      const stateOf = ({ givenBy, takenBy, withdrawnAt }: ShiftHandover) => ({ givenBy, takenBy, withdrawnAt })
      await kernel.journal.write(trx, asked, {
        module: 'handovers',
        action: 'update',
        object: 'shiftHandover',
        objectId: id,
        before: stateOf(present),
        after: stateOf(settled),
      })
      after(() => kernel.bus.publish(recordsChanged, told(id)))
      return settled
    })
  return {
    facts: async (asked: Asked) => shownTo(await factsOf(others, asked), asked.caller, true),
    page: (body: Body<'listZdHandoverPage'>, asked: Asked) => store.page(body, asked),
    seen: store.seen,

    /** What stands then is read before: nothing that is locked waits for it. */
    give: ({ note, toUserId }: Body<'giveZdHandover'>, asked: Asked): Promise<ShiftHandover> =>
      inOwnTurn(asked, async () => {
        const { caller } = asked
        const to = await namedTo(others, toUserId, asked)
        await requireMayGive(asked)
        const facts = await factsOf(others, asked)
        return kernel.transaction(async (trx, after) => {
          const id = await store.give(trx, { by: caller, at: new Date(kernel.clock.now()), to, note, facts })
          if (id === null) throw oneWaits()
          const given = (await store.one(trx, id, asked)) as ShiftHandover
          const { facts: stood, ...entry } = given
          const numbers = {
            open: stood.open?.total,
            shelved: stood.shelved?.total,
            fencesOff: stood.fencesOff?.total,
            faults: stood.faults?.total,
          }
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
      }),

    take: ({ id, version }: Body<'takeZdHandover'>, asked: Asked): Promise<ShiftHandover> =>
      settle(id, asked, {
        settle: (trx, at) => store.take(trx, id, asked.caller, at),
        mayNot: (present) => {
          requireWaiting(present, version)
          if (!present.mine) throw invalid('id', what, { zh: '不能由交班人自己接', en: 'cannot be taken by whoever gave it' })
        },
      }),

    /** Of what waits, by whoever gave it: one that was taken stays taken. */
    withdraw: ({ id, version }: Body<'withdrawZdHandover'>, asked: Asked): Promise<ShiftHandover> =>
      settle(id, asked, {
        settle: (trx, at) => store.withdraw(trx, id, at),
        mayNot: (present) => {
          if (!present.own) throw invalid('id', what, { zh: '只能由交班人撤回', en: 'can be withdrawn by whoever gave it only' })
          if (present.withdrawnAt !== null) throw invalid('id', what, { zh: '已经撤回', en: 'is withdrawn already' })
          requireWaiting(present, version)
        },
      }),
  }
}
