import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { GatewayError, type Traffic } from '../../kernel/gateway.ts'
import type { Logger } from '../../kernel/log.ts'
import { NotReady } from '../../kernel/refusal.ts'
import type { Incoming, Outcome } from '../../modules/positions/index.ts'
import { createSeldom } from '../shared/seldom.ts'
import { helpIn, isNamed, type Said } from './messages.ts'
import type { Who } from './who.ts'

/** Calls for help that a vendor's service tells of, until they are stored. */

/** Calls for help that wait until they can be stored; the database has been gone for long then, and helmets call again. */
const waitingAtMost = 10_000
const tooManyWait = new GatewayError({ zh: '等待保存的求救过多', en: 'too many calls for help wait to be stored' })
/** Milliseconds before a call for help that could not be stored is handed on again. */
const againAfter = 1_000
const ending = new Error('the server ends')

interface CallDeps {
  readonly log: Logger
  readonly traffic: Traffic
  readonly now: () => number
  readonly codeOf: Who['codeOf']
  readonly report: (reports: readonly Incoming[]) => Promise<Outcome[]>
}

export const createCalls = ({ log, traffic, now, codeOf, report }: CallDeps) => {
  const stopping = new AbortController()
  const calls = 'calls for help of the helmet service'
  const ofNobody = createSeldom<string>((times, message) =>
    log.error({ times, message }, `${calls} do not say which helmet calls`),
  )
  const ofStrangers = createSeldom<{ readonly outcome: Outcome | undefined; readonly device: string }>((times, last) =>
    log.warn({ times, ...last }, `${calls} are of no helmet that is known here`),
  )
  const notStored = createSeldom<{ readonly err: unknown; readonly device: string }>((times, last) =>
    log.error({ times, ...last }, `${calls} could not be stored`),
  )

  let waiting = 0
  /** It is told once and nobody acknowledges it: it is handed on until it is stored. */
  const raise = async (call: Incoming): Promise<void> => {
    if (waiting >= waitingAtMost) throw tooManyWait
    waiting += 1
    try {
      while (!stopping.signal.aborted) {
        try {
          const [outcome] = await report([call])
          if (outcome !== 'accepted' && outcome !== 'duplicate') ofStrangers.note({ outcome, device: call.deviceId })
          return
        } catch (error) {
          if (!(error instanceof NotReady)) throw error
          traffic.failed(error)
          await pause(againAfter, undefined, { signal: stopping.signal }).catch(() => undefined)
        }
      }
      notStored.note({ err: ending, device: call.deviceId })
    } finally {
      waiting -= 1
    }
  }
  return {
    /** What of a message calls for help is handed on, also where nobody can say of whom; the rest is nothing here. */
    hear: (message: Said): void => {
      for (const { names, report: call } of helpIn(message, now())) {
        if (!isNamed(names)) {
          traffic.failed(new GatewayError({ zh: '一条求救没有说明是哪顶安全帽', en: 'a call for help does not say whose it is' }))
          ofNobody.note(message.cmd)
        }
        // Its time is that of now, however often it is handed on: each other time would be another call.
        const raised = { ...call, deviceId: codeOf(names), time: call.time ?? now() }
        raise(raised).catch((error: unknown) => {
          traffic.failed(error)
          notStored.note({ err: error, device: raised.deviceId })
        })
      }
    },
    stop: async (): Promise<void> => {
      stopping.abort()
      // Those that wait to be handed on again say first that they are not.
      await nextTurn()
      for (const one of [ofNobody, ofStrangers, notStored]) one.stop()
    },
  }
}
