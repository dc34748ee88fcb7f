/** Asks a question for all who have the same one. */
export type Company<Answer> = (question: string, ask: () => Promise<Answer>) => Promise<Answer>

/**
 * Whoever has a question that is being asked already waits until it is asked again, with all who come meanwhile: each is told what
 * holds after he asked, and however many there are, it is asked once at a time.
 */
export const createCompany = <Answer>(): Company<Answer> => {
  const underWay = new Map<string, Promise<Answer>>()
  const next = new Map<string, Promise<Answer>>()
  const begin = (question: string, ask: () => Promise<Answer>): Promise<Answer> => {
    const asked = ask().finally(() => underWay.delete(question))
    underWay.set(question, asked)
    return asked
  }
  const company: Company<Answer> = (question, ask) => {
    const before = underWay.get(question)
    if (!before) return begin(question, ask)
    const again = (): Promise<Answer> => {
      next.delete(question)
      return company(question, ask)
    }
    const queued = next.get(question) ?? before.then(again, again)
    next.set(question, queued)
    return queued
  }
  return company
}
