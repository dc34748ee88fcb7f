/** Does what it is given one after the other, in the order in which it was given; what fails keeps nothing after it from its turn. */
export type Turns = <T>(work: () => Promise<T>) => Promise<T>

export const createTurns = (): Turns => {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const mine = last.then(work)
    last = mine.catch(() => undefined)
    return mine
  }
}
