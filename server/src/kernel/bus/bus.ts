import { randomUUID } from 'node:crypto'
import type { Logger } from '../log.ts'
import { createPeers } from './peers.ts'
import type { Question, Subject } from './subject.ts'
import { AnswerLate, NobodyAnswers, type Transport } from './transport.ts'

/** Where something was said: by this server itself, or by another one. */
export type Whence = 'here' | 'elsewhere'
type Hear<Payload> = (payload: Payload, whence: Whence) => void | Promise<void>

/**
 * What servers of one site tell each other and themselves. It is told after the commit of what it tells of, and may be lost: what
 * is held in memory by it is compared with what is stored all the same (`held.ts`).
 */
export interface Bus {
  /** Of this server process, new with each start. */
  readonly server: string
  /** Resolves once everybody here has heard it; what fails to be heard is logged and tried again, and never fails the sender. */
  readonly publish: <Payload>(subject: Subject<Payload>, payload: Payload) => Promise<void>
  /** The same for the others alone: whoever tells it knows it already. Never throws. */
  readonly tellOthers: <Payload>(subject: Subject<Payload>, payload: Payload) => void
  readonly subscribe: <Payload>(subject: Subject<Payload>, hear: Hear<Payload>) => void
  /** Asks who answers under this key, here or elsewhere; rejects with `NobodyAnswers`, or with `AnswerLate` after so many milliseconds. */
  readonly ask: <Asked, Answer>(question: Question<Asked, Answer>, key: string, asked: Asked, within: number) => Promise<Answer>
  /** Answers under a key until what it returns is called. */
  readonly answer: <Asked, Answer>(
    question: Question<Asked, Answer>,
    key: string,
    answer: (asked: Asked) => Promise<Answer>,
  ) => () => void
  /** Whether there is anybody else to tell: what costs something to put into words is said only then. */
  readonly hasOthers: () => boolean
  /** The other servers that give signs of life. */
  readonly others: () => readonly string[]
  /** Hears which servers went silent or left. */
  readonly onGone: (hear: (server: string) => void) => void
  /** Hears that a server came, or is heard again: what it told meanwhile was missed. */
  readonly onCome: (hear: () => void) => void
  readonly start: () => void
  readonly close: () => Promise<void>
}

/** Milliseconds before what somebody failed to hear is said to him again; then a comparison with what is stored finds it. */
const againAfter = [1_000, 2_000, 4_000, 8_000, 15_000]

/** Carries out what follows a commit: what fails is logged and tried again, and fails nobody. */
export const carryOut = async (work: () => void | Promise<void>, log: Logger, what: string, tried = 0): Promise<void> => {
  try {
    await work()
  } catch (error) {
    log.error({ err: error, tried, what }, 'what follows a commit failed')
    const wait = againAfter[tried]
    if (wait !== undefined) setTimeout(() => void carryOut(work, log, what, tried + 1), wait).unref()
  }
}

const subjectOf = ({ name }: { readonly name: string }, key: string): string =>
  // A key may hold what separates the words of a subject.
  `${name}.${Buffer.from(key).toString('base64url')}`

/** What comes too late counts for nothing, as from elsewhere. */
const inTime = async <T>(answer: Promise<T>, subject: string, within: number): Promise<T> => {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new AnswerLate(subject)), within)
  try {
    return await Promise.race([answer, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

export const createBus = (transport: Transport, log: Logger): Bus => {
  const server = randomUUID()
  const hearers = new Map<string, ((payload: never, whence: Whence) => Promise<void>)[]>()
  const answers = new Map<string, (asked: never) => Promise<unknown>>()
  const peers = createPeers(transport, server, log)

  /** Null for what is none; what was told may be nothing itself. */
  const read = <Payload>({ name, payload }: Subject<Payload>, data: string): { readonly told: Payload } | null => {
    try {
      return { told: payload.parse(JSON.parse(data)) }
    } catch (error) {
      log.warn({ err: error, subject: name }, 'what another server told could not be read')
      return null
    }
  }
  const tellOthers: Bus['tellOthers'] = (subject, payload) => {
    if (!peers.some()) return
    try {
      transport.publish(subject.name, JSON.stringify(payload))
    } catch (error) {
      // What was committed stays committed, and who is answered is answered: others find it by themselves.
      log.warn({ err: error, subject: subject.name }, 'other servers could not be told')
    }
  }
  const listen = <Payload>(subject: Subject<Payload>): ((payload: Payload, whence: Whence) => Promise<void>)[] => {
    const all: ((payload: Payload, whence: Whence) => Promise<void>)[] = []
    hearers.set(subject.name, all)
    transport.subscribe(subject.name, (data) => {
      const heard = read(subject, data)
      if (heard) for (const hear of all) void hear(heard.told, 'elsewhere')
    })
    return all
  }

  return {
    server,
    publish: async (subject, payload) => {
      const heard = (hearers.get(subject.name) ?? []).map((hear) => hear(payload as never, 'here'))
      tellOthers(subject, payload)
      await Promise.all(heard)
    },
    tellOthers,
    subscribe: <Payload>(subject: Subject<Payload>, hear: Hear<Payload>) => {
      const all = (hearers.get(subject.name) as ReturnType<typeof listen<Payload>> | undefined) ?? listen(subject)
      all.push((payload, whence) => carryOut(() => hear(payload, whence), log, subject.name))
    },
    ask: async (question, key, asked, within) => {
      const to = subjectOf(question, key)
      const own = answers.get(to)
      if (own) return question.answer.parse(await inTime(own(asked as never), to, within))
      if (!peers.some()) throw new NobodyAnswers(to)
      return question.answer.parse(JSON.parse(await transport.request(to, JSON.stringify(asked), within)))
    },
    answer: (question, key, answer) => {
      const to = subjectOf(question, key)
      answers.set(to, answer)
      const end = transport.subscribe(to, (data, reply) => {
        Promise.resolve()
          .then(async () => reply?.(JSON.stringify(await answer(question.asked.parse(JSON.parse(data))))))
          .catch((error: unknown) =>
            log.warn({ err: error, question: question.name }, 'a question of another server was not answered'),
          )
      })
      return () => {
        if (answers.get(to) === answer) answers.delete(to)
        end()
      }
    },
    hasOthers: peers.some,
    others: peers.all,
    onGone: peers.onGone,
    onCome: peers.onCome,
    start: peers.start,
    close: async () => {
      peers.stop()
      await transport.close()
    },
  }
}
