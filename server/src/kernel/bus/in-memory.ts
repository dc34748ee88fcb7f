import { AnswerLate, NobodyAnswers, type Take, type Transport } from './transport.ts'

interface Subscriber {
  readonly by: symbol
  readonly take: Take
  readonly queue: string | undefined
}

/**
 * Servers of one process that hear each other. Like a network it delivers later than it was told to, text and nothing but text,
 * in order within a subject alone.
 */
export const createInMemoryNetwork = (): { readonly connect: () => Transport } => {
  const subjects = new Map<string, Set<Subscriber>>()
  let turn = 0

  /** Whom a message reaches: everybody, but of each queue group one, who takes turns with the others. */
  const audienceOf = (subject: string, sender: symbol): Subscriber[] => {
    const others = [...(subjects.get(subject) ?? [])].filter(({ by }) => by !== sender)
    const groups = Map.groupBy(others, ({ queue }) => queue)
    turn += 1
    return [...groups].flatMap(([queue, members]) =>
      queue === undefined ? members : members.slice(turn % members.length).slice(0, 1),
    )
  }

  return {
    connect: () => {
      const self = Symbol('server')
      const own = new Set<() => void>()
      return {
        publish: (subject, data) =>
          void setImmediate(() => {
            for (const { take } of audienceOf(subject, self)) take(data, null)
          }),
        subscribe: (subject, take, queue) => {
          const subscriber: Subscriber = { by: self, take, queue }
          const all = subjects.get(subject) ?? new Set()
          subjects.set(subject, all.add(subscriber))
          const end = (): void => {
            own.delete(end)
            all.delete(subscriber)
            if (all.size === 0 && subjects.get(subject) === all) subjects.delete(subject)
          }
          own.add(end)
          return end
        },
        request: (subject, data, within) =>
          new Promise((resolve, reject) => {
            const late = setTimeout(() => reject(new AnswerLate(subject)), within)
            const settle = (how: () => void): void => {
              clearTimeout(late)
              how()
            }
            setImmediate(() => {
              const [first] = audienceOf(subject, self)
              if (first) first.take(data, (answer) => void setImmediate(settle, () => resolve(answer)))
              else settle(() => reject(new NobodyAnswers(subject)))
            })
          }),
        close: () => {
          for (const end of own) end()
          return Promise.resolve()
        },
      }
    },
  }
}
