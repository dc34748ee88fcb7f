import { handlingStatus, type Alarm } from '@vigil/contract/alarms/entities.ts'
import type { BodyOf } from '@vigil/contract/kernel/call.ts'
import type { positionCalls } from '@vigil/contract/positions/calls.ts'
import { helmetPoll, type ToldHelmet } from '@vigil/contract/telephony/helmet-service.ts'
import { fromSiteTime } from '../../shared/time/site-clock.ts'
import type { HelmetClient } from './client.ts'

/** What the page of the helmet-broadcast account does: asks who is there, saves it, and speaks to helmets of their alarms. */

type Records = Extract<BodyOf<typeof positionCalls.saveRealHatList>, readonly unknown[]>

/** What outlives the page, which loads itself anew again and again. */
export interface Spoken {
  /** Alarms found since then are spoken of; ms since 1970, the server's clock. */
  readonly since: number
  /** Of which alarms it was spoken, or tried to. */
  readonly done: readonly string[]
}
export const isSpoken = (value: unknown): value is Spoken => {
  const { since, done } = (value ?? {}) as Partial<Record<keyof Spoken, unknown>>
  return typeof since === 'number' && Array.isArray(done) && done.every((id) => typeof id === 'string')
}

interface Deps {
  readonly client: Pick<HelmetClient, 'say' | 'sendWords' | 'shake'>
  readonly save: (records: Records) => Promise<unknown>
  /** What is to be played of an alarm; null where that is refused for good. */
  readonly playedOf: (alarm: Alarm, text: string) => Promise<string | null>
  /** Closes an alarm of which was spoken. */
  readonly close: (alarm: Alarm) => Promise<unknown>
  /** To whose helmets it speaks: those whose number contains it; empty for none. */
  readonly pattern: () => string
  readonly tell: (outcome: 'started' | 'notStarted', alarm: Alarm) => void
  readonly kept: { readonly read: () => Spoken | null; readonly write: (spoken: Spoken) => void }
  readonly reload: () => void
  readonly onFault: (error: unknown) => void
  /** The server's clock, ms since 1970. */
  readonly now: () => number
  /** As calls write a time. */
  readonly written: (at: number) => string
}

/** Milliseconds before its first start of which alarms are spoken. */
const lookBack = 60_000
/** Alarms that are remembered as spoken of, more than there are between two page loads. */
const doneAtMost = 500
/** Characters of what is said. */
const longest = 500
/** Polls in a row without an answer after which the line is dead. */
const unansweredAtMost = 3

/** As the page saves a helmet: its `ctime` is the moment of the poll, and `net_type` is always 1. */
export const recordOf = ({ user_info: user, location_info: info }: ToldHelmet, ctime: string): Records[number] => ({
  device_id: user.device_id,
  user_id: user.user_id,
  user_name: user.user_name || user.real_name,
  sip_id: user.sip_id,
  mobile: user.mobile,
  bat_l: info?.bat_l,
  gps: info?.gps,
  net_type: '1',
  x_point: info?.x_point,
  y_point: info?.y_point,
  ctime,
  sim_data_num: info?.sim_data_num,
  bt_signal_info: info?.bt_signal_info,
  tempdata: info?.tempdata,
})

export const createBroadcasting = (deps: Deps) => {
  const { client, kept, now } = deps
  const { since, done: before } = kept.read() ?? { since: now() - lookBack, done: [] }
  let done = before
  kept.write({ since, done })
  let [polls, unanswered, saving, speaking] = [0, 0, false, false]
  /** Who wears which helmet, as the service last told. */
  let wearers: ReadonlyMap<string, string> = new Map()
  let open: readonly Alarm[] = []

  const note = (id: string): void => {
    done = [...done, id].slice(-doneAtMost)
    kept.write({ since, done })
  }
  const isToSpeakOf = (alarm: Alarm): boolean => {
    const pattern = deps.pattern()
    return (
      pattern !== '' &&
      alarm.deviceType === 'hat' &&
      alarm.deviceId.includes(pattern) &&
      alarm.status === handlingStatus.code.unhandled &&
      alarm.shelvedUntil === null &&
      !done.includes(alarm.id) &&
      fromSiteTime(alarm.findTime) >= since
    )
  }
  /** Whether the next may be spoken of now; false where the line is gone, and this one is tried again. */
  const speakOf = async (alarm: Alarm): Promise<boolean> => {
    const text = await deps.playedOf(alarm, (alarm.result || alarm.alarmName).slice(0, longest))
    const to = { userId: wearers.get(alarm.deviceId) ?? '', deviceId: alarm.deviceId }
    const outcome = text === null ? 'refused' : await client.sendWords(to, text)
    if (outcome === 'lost') return false
    note(alarm.id)
    deps.tell(outcome === 'sent' ? 'started' : 'notStarted', alarm)
    // Somebody has to look after one of level one, whatever was said to it.
    const present = open.find(({ id, status }) => id === alarm.id && status === handlingStatus.code.unhandled)
    if (outcome === 'sent' && present && present.alarmLevel !== 1) await deps.close(present)
    return true
  }
  const speak = async (): Promise<void> => {
    if (speaking) return
    speaking = true
    try {
      for (;;) {
        const next = open.find(isToSpeakOf)
        if (!next || !(await speakOf(next))) return
      }
    } catch (error) {
      // Tried again with the next poll; what was said is not said again.
      deps.onFault(error)
    } finally {
      speaking = false
    }
  }
  const save = async (helmets: readonly ToldHelmet[]): Promise<void> => {
    const ctime = deps.written(now())
    const records = helmets.filter(({ user_info: { device_id } }) => device_id).map((helmet) => recordOf(helmet, ctime))
    if (saving || records.length === 0) return
    saving = true
    try {
      await deps.save(records)
    } catch (error) {
      deps.onFault(error)
    } finally {
      saving = false
    }
  }
  return {
    /** Every `helmetPoll.every` milliseconds while the service has let us in. */
    poll: (): void => {
      if (polls >= helmetPoll.reloadAfter && !speaking) return deps.reload()
      if (unanswered >= unansweredAtMost) {
        unanswered = 0
        return client.shake()
      }
      if (!client.say({ act: 'ma_get_active_devices' })) return
      polls += 1
      unanswered += 1
      void speak()
    },
    /** Who is there. */
    hear: (helmets: readonly ToldHelmet[]): void => {
      unanswered = 0
      wearers = new Map(helmets.map(({ user_info: { device_id, user_id } }) => [device_id ?? '', user_id ?? '']))
      void save(helmets)
    },
    /** The alarms that stand, whenever they change. */
    take: (standing: readonly Alarm[]): void => {
      open = standing
      void speak()
    },
  }
}
