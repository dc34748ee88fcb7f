import { alarmSettings } from '@vigil/contract/alarms/settings.ts'
import type { Caller } from '../../kernel/caller.ts'
import { record, tell, type Told } from './context.ts'
import { mayHandle, somebody, type ProgressContext } from './progress.ts'
import type { NewStep } from './steps.store.ts'

const [second, minute, day] = [1_000, 60_000, 86_400_000]

/** Who is on duty and may sign in, in their order. */
const onDuty = async ({ kernel, people }: ProgressContext): Promise<Caller[]> => {
  const ids = kernel.settings.get(alarmSettings.dutyRoster)
  const found = await Promise.all(ids.map((id) => people.callerOf(id)))
  return found.filter((person) => person !== null)
}

/**
 * Alarms that nobody takes up go on to the next on duty who may handle them, each of them by one server. What was found longer ago
 * than a day calls nobody: a roster that is made today is none of yesterday.
 */
export const escalateWaiting = async (context: ProgressContext): Promise<number> => {
  const { kernel, store } = context
  const { clock, settings } = kernel
  if (settings.get(alarmSettings.dutyRoster).length === 0) return 0
  const within = [
    settings.get(alarmSettings.escalateLevelOne) * second,
    settings.get(alarmSettings.escalateLevelTwo) * minute,
    settings.get(alarmSettings.escalateLevelThree) * minute,
  ]
  const now = clock.now()
  const found = new Date(now - day)
  const which = within.map((wait, at) => ({ level: at + 1, since: new Date(now - wait), found, ahead: new Date(now + minute) }))
  if (!(await store.anyWaits(which))) return 0
  // Asked for before any alarm is locked.
  const duty = await onDuty(context)
  return kernel.transaction(async (trx, after) => {
    const waiting = []
    for (const one of which) waiting.push(...(await store.waiting(trx, one)))
    const told: Told[] = []
    const steps: NewStep[] = []
    for (const alarm of waiting) {
      const able = duty.filter((person) => mayHandle(person, alarm))
      const next = able[alarm.escalation % Math.max(1, able.length)]
      const to = next ? somebody(next) : null
      told.push(tell('alarmChanged', await store.escalate(trx, alarm.id, to, new Date(now))))
      steps.push({
        alarmId: alarm.id,
        kind: 'escalated',
        at: new Date(now),
        count: alarm.escalation + 1,
        ...(to ? { to } : {}),
      })
    }
    await store.addSteps(trx, steps)
    const events = await record(context, trx, told)
    after(() => kernel.live.publish(events))
    return waiting.length
  })
}
