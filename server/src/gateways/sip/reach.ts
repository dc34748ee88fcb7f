import type { CallOutcome } from '@vigil/contract/telephony/entities.ts'
import { carryOut } from '../../kernel/bus/bus.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { Binding, Known } from '../../modules/telephony/index.ts'
import type { SipResponse } from '../shared/sip/message.ts'
import type { Registered, SipContext } from './context.ts'

/** Whom somebody reaches by a number, and what became of a call: the same whichever proxy carries it. */

export type Reach = Pick<SipContext, 'telephony' | 'session' | 'sees' | 'seesAlarm' | 'log'>
type Party = Pick<Registered, 'known' | 'bindingId' | 'token'>

const outcomeOf = ({ status }: Pick<SipResponse, 'status'>): CallOutcome => {
  if (status === 486 || status === 600) return 'busy'
  if (status === 403 || status === 603) return 'rejected'
  if ([404, 410, 430, 480, 604].includes(status)) return 'unavailable'
  if (status === 408) return 'missed'
  return status === 487 ? 'cancelled' : 'failed'
}

/** Who asks, as of now; null for a helmet. */
export const callerOf = async ({ session }: Pick<Reach, 'session'>, { token }: Pick<Party, 'token'>): Promise<Caller | null> =>
  token === null ? null : session.authenticate(token)

/** Which addresses a number stands for, of those whom somebody may reach; null where he reaches nobody by it. */
export const targetsOf = async (
  context: Reach,
  who: Party,
  number: string,
): Promise<{ readonly callee: Known | null; readonly bindings: readonly Binding[] } | null> => {
  const { telephony, sees } = context
  const { known, bindingId } = who
  const ofHelmet = known.code
  if (number === telephony.controlNumber()) {
    const all = await telephony.consolesFor((caller) => ofHelmet === null || sees(caller, ofHelmet))
    return { callee: null, bindings: all.filter(({ id }) => id !== bindingId) }
  }
  const callee = await telephony.find(number)
  if (!callee || callee.party.number === known.party.number) return null
  if (ofHelmet !== null) {
    // A helmet speaks to who sees it, and not to any other helmet.
    const consoles = callee.party.kind === 'user' ? await telephony.consolesFor((caller) => sees(caller, ofHelmet)) : []
    const own = consoles.filter(({ userId }) => userId === callee.party.id)
    return callee.party.kind === 'user' ? { callee, bindings: own } : null
  }
  const caller = await callerOf(context, who)
  if (!caller || (callee.code !== null && !sees(caller, callee.code))) return null
  return { callee, bindings: await telephony.bindings.ofNumber(number) }
}

const written = 'what became of a call is written down'

/** That it cannot be written down costs nobody the call. */
export const note = ({ log }: Pick<Reach, 'log'>, work: () => Promise<void>): void => void carryOut(work, log, written)

/** Writes down what became of the call of that row; over once that is tried. */
export const follow = (
  { telephony, log }: Reach,
  id: string,
  answer: Pick<SipResponse, 'status'>,
  by: Pick<Binding, 'id' | 'number'> | null,
): Promise<void> =>
  carryOut(
    async () => {
      if (answer.status >= 300 || !by) return telephony.ended(id, outcomeOf(answer))
      const party = (await telephony.find(by.number))?.party
      if (party) await telephony.answered(id, party, by.id)
    },
    log,
    written,
  )

/** The alarm for which somebody calls, as far as he sees it. */
const alarmOf = async (context: Reach, who: Party, id: string | null): Promise<string | null> => {
  if (id === null || !/^\d{1,18}$/.test(id)) return null
  const caller = await callerOf(context, who)
  return caller && (await context.seesAlarm(caller, id)) ? id : null
}

/** Whether two who talk may still reach each other; while that cannot be read nobody is kept from it. */
export const mayStillTalk = async (context: Reach, who: Party, { number }: Pick<Binding, 'number'>): Promise<boolean> => {
  const { telephony, session, sees, log } = context
  try {
    const other = await telephony.find(number)
    if (!other) return false
    const console = who.known.code === null ? await callerOf(context, who) : await session.callerOf(other.party.id)
    const helmet = who.known.code ?? other.code
    return console !== null && (helmet === null || sees(console, helmet))
  } catch (error) {
    log.debug({ err: error }, 'whether two may still talk could not be read')
    return true
  }
}

/** A call as it is placed. */
interface Placed {
  readonly callId: string
  readonly dialled: string
  readonly callee: Known | null
  /** For which alarm, as whoever calls says. */
  readonly alarm: string | null
  readonly hasVideo: boolean
}
/** Writes down that somebody calls; null where a call of that name goes on already. */
export const beginCall = async (
  context: Reach,
  who: Party,
  { callId, dialled, callee, alarm, hasVideo }: Placed,
  asked: Parameters<Reach['telephony']['begin']>[1],
): ReturnType<Reach['telephony']['begin']> =>
  context.telephony.begin(
    {
      callId,
      caller: who.known.party,
      callerBinding: who.bindingId,
      dialled,
      callee: callee?.party ?? null,
      deptId: who.known.deptId ?? callee?.deptId ?? null,
      alarmId: await alarmOf(context, who, alarm),
      hasVideo,
    },
    asked,
  )
