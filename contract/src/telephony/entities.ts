import { z } from 'zod'
import { enumeration } from '../kernel/enumeration.ts'
import { id, time } from '../kernel/shapes.ts'

/** Where clients of SIP connect, as every other address of the server. */
export const sipPath = '/sip'
/** The name of the WebSocket's protocol (RFC 7118). */
export const sipProtocol = 'sip'
/** With which a console shows at its registration in whose session it is: a ticket, for one connection. */
export const ticketHeader = 'X-Vigil-Ticket'
/** With which a console says for which alarm it calls. */
export const alarmHeader = 'X-Vigil-Alarm'

/** What became of a call. */
export const callOutcome = enumeration({
  ringing: { code: 'ringing', zh: '呼叫中', en: 'Ringing' },
  connected: { code: 'connected', zh: '通话中', en: 'Talking' },
  completed: { code: 'completed', zh: '已接通', en: 'Answered' },
  missed: { code: 'missed', zh: '无人接听', en: 'Not answered' },
  cancelled: { code: 'cancelled', zh: '已取消', en: 'Cancelled' },
  busy: { code: 'busy', zh: '忙线', en: 'Busy' },
  rejected: { code: 'rejected', zh: '已拒接', en: 'Rejected' },
  unavailable: { code: 'unavailable', zh: '不在线', en: 'Not reachable' },
  failed: { code: 'failed', zh: '失败', en: 'Failed' },
  lost: { code: 'lost', zh: '断线', en: 'Line lost' },
})
export type CallOutcome = (typeof callOutcome.codes)[number]

export const callParty = enumeration({
  user: { code: 'user', zh: '值班台', en: 'Console' },
  hat: { code: 'hat', zh: '安全帽', en: 'Helmet' },
})

const party = z.object({
  kind: callParty.schema,
  /** Of the person or the helmet. */
  id,
  /** By which SIP calls it. */
  number: z.string(),
  name: z.string(),
})
export type Party = z.output<typeof party>

/** A call as the log keeps it. */
export const callRecord = z
  .object({
    id,
    caller: party,
    /** Who was called; of the control room who answered, null before somebody did. */
    callee: party.nullable(),
    /** What was dialled. */
    dialled: z.string(),
    hasVideo: z.boolean(),
    /** The alarm for which the console called. */
    alarmId: id.nullable(),
    outcome: callOutcome.schema,
    startedAt: time,
    answeredAt: time.nullable(),
    endedAt: time.nullable(),
    /** Of a room: as it is called, and who was or is in it. */
    room: z.object({ roomId: z.string(), parties: z.array(party.extend({ isThere: z.boolean() })) }).nullable(),
    /** Seconds of talk; of one that goes on null. */
    duration: z.number().nullable(),
  })
  .meta({ id: 'CallRecord' })
export type CallRecord = z.output<typeof callRecord>

/** With what a console is a SIP client; the specification's names. Addresses that this site has none of are empty. */
export const sipAccount = z
  .object({
    sip_id: z.string(),
    sip_host: z.string(),
    /** Absolute, or a path below the console's own address. */
    wss_url: z.string(),
    sip_pwd: z.string(),
    stun_host: z.string(),
    turn_host: z.string(),
    turn_user: z.string(),
    turn_pwd: z.string(),
    /** What helmets dial for whoever is there. */
    control_number: z.string(),
    /** Whether calls leave G.722 out, and whether media are acquired before anything is said. */
    strip_g722: z.boolean(),
    media_first: z.boolean(),
  })
  .meta({ id: 'SipAccount' })
export type SipAccount = z.output<typeof sipAccount>
