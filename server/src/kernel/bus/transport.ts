/** Nobody is there who would answer. */
export class NobodyAnswers extends Error {
  constructor(subject: string) {
    super(`nobody answers ${subject}`)
    this.name = 'NobodyAnswers'
  }
}

/** Somebody is there who would answer, and did not in time. */
export class AnswerLate extends Error {
  constructor(subject: string) {
    super(`${subject} is not answered in time`)
    this.name = 'AnswerLate'
  }
}

/** Takes a message; `reply` is there when somebody waits for an answer. */
export type Take = (data: string, reply: ((data: string) => void) | null) => void

/**
 * How the servers of one site hear each other: what NATS core gives, and no more. A message reaches everybody who is subscribed
 * when it is sent, or, of a queue group, one of them; it is not kept for who comes later and may be lost with a connection.
 * What is said on one subject comes in its order, what is said on two in any.
 */
export interface Transport {
  /** To everybody else: the sender does not hear himself. Throws when nothing can be sent any more. */
  readonly publish: (subject: string, data: string) => void
  /** What ends the subscription. Of those that name the same queue group one takes each message. */
  readonly subscribe: (subject: string, take: Take, queue?: string) => () => void
  /** Asks one who is subscribed to it elsewhere. Rejects with `NobodyAnswers` where nobody is, with `AnswerLate` after `within` milliseconds. */
  readonly request: (subject: string, data: string, within: number) => Promise<string>
  readonly close: () => Promise<void>
}
