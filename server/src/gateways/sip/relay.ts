import { z } from 'zod'
import { question } from '../../kernel/bus/subject.ts'
import { AnswerLate, NobodyAnswers } from '../../kernel/bus/transport.ts'
import type { Binding } from '../../modules/telephony/index.ts'
import { parseSip, writeSip, type SipMessage, type SipResponse } from '../shared/sip/message.ts'
import { sayTo, type SipContext } from './context.ts'

/** What goes to a connection of another server, and what comes back from one. */

/** Milliseconds in which another server has to say that it passed something on. */
const within = 2_000

/** Asked of the server that has the connection: whether it took the message. */
const passedOn = question('sip.pass', z.object({ connection: z.string(), text: z.string() }), z.boolean())
/** Asked of each other server while the database cannot be: its connection of that party. */
const held = question(
  'sip.held',
  z.object({ id: z.string() }),
  z.object({ id: z.string(), number: z.string(), server: z.string(), connection: z.string(), contact: z.string() }).nullable(),
)
/** Told to the server that waits for the answer. */
const answered = question('sip.answered', z.object({ branch: z.string(), from: z.string(), text: z.string() }), z.null())

/** Whether it arrived at the connection of somebody who is registered, at whichever server. */
export const passTo = async (
  { bus, lines, log }: SipContext,
  { server, connection }: Pick<Binding, 'server' | 'connection'>,
  message: SipMessage,
): Promise<boolean> => {
  if (server === bus.server) {
    const line = lines.get(connection)
    return line !== undefined && sayTo(line, message)
  }
  try {
    return await bus.ask(passedOn, server, { connection, text: writeSip(message).toString() }, within)
  } catch (error) {
    if (!(error instanceof NobodyAnswers || error instanceof AnswerLate))
      log.warn({ err: error, server }, 'a message of SIP could not be passed to another server')
    return false
  }
}

const heldHere = ({ lines, bus }: SipContext, id: string): Binding | null => {
  for (const { id: connection, who } of lines.values())
    if (who?.bindingId === id) return { id, number: who.known.party.number, server: bus.server, connection, contact: '' }
  return null
}

/** Where somebody is; what is stored counts, but a call goes on while nothing can be read. Null for somebody who is gone. */
export const whereIs = async (context: SipContext, id: string): Promise<Binding | null> => {
  const { telephony, bus, log } = context
  try {
    return await telephony.bindings.byId(id)
  } catch (error) {
    log.warn({ err: error }, 'where somebody is could not be read: the servers are asked')
  }
  const here = heldHere(context, id)
  if (here) return here
  const told = await Promise.allSettled(bus.others().map((server) => bus.ask(held, server, { id }, within)))
  return told.map((one) => (one.status === 'fulfilled' ? one.value : null)).find((one) => one !== null) ?? null
}

const mark = 'z9hG4bK'
/** Names the server that waits for answers to what it passed on. */
export const newBranch = (server: string, random: string): string => `${mark}-${server}-${random}`
const serverOf = (branch: string): string | null => /^z9hG4bK-(.+)-[^-]+$/.exec(branch)?.[1] ?? null

/** Hands an answer to the server that waits for it; `from` is who gave it. */
export const handBack = async ({ bus, log }: SipContext, branch: string, from: string, response: SipResponse): Promise<void> => {
  const server = serverOf(branch)
  if (server === null) return
  try {
    await bus.ask(answered, server, { branch, from, text: writeSip(response).toString() }, within)
  } catch (error) {
    // It is gone, and with it who waited for the answer.
    if (!(error instanceof NobodyAnswers || error instanceof AnswerLate))
      log.warn({ err: error, server }, 'an answer of SIP could not be handed to the server that waits for it')
  }
}

/** Serves the other servers; `hear` takes an answer to what this one passed on. */
export const serveOthers = (
  context: SipContext,
  hear: (branch: string, from: string, response: SipResponse) => Promise<void>,
): (() => void) => {
  const { bus, lines } = context
  const ends = [
    bus.answer(held, bus.server, ({ id }) => Promise.resolve(heldHere(context, id))),
    bus.answer(passedOn, bus.server, ({ connection, text }) => {
      const [line, message] = [lines.get(connection), parseSip(Buffer.from(text))]
      return Promise.resolve(line !== undefined && message !== null && sayTo(line, message))
    }),
    bus.answer(answered, bus.server, async ({ branch, from, text }) => {
      const response = parseSip(Buffer.from(text))
      if (response?.kind === 'response') await hear(branch, from, response)
      return null
    }),
  ]
  return () => {
    for (const end of ends) end()
  }
}
