/** Numbers that look random and are the same for the same seed. */
export interface Random {
  /** From 0 up to, but without, 1. */
  next(): number
  between(from: number, to: number): number
  /** A whole number from `from` to `to`, both included. */
  whole(from: number, to: number): number
  /** Mean 0, standard deviation 1. */
  normal(): number
  chance(probability: number): boolean
  /** Throws on an empty list. */
  pick<T>(list: readonly T[]): T
  /** Another sequence that depends on this one's seed and the name alone, however much was drawn before. */
  fork(name: string): Random
}

const hash = (text: string): number => {
  let value = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193)
  return value >>> 0
}

export const createRandom = (seed: string): Random => {
  let state = hash(seed)
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    next,
    between: (from, to) => from + next() * (to - from),
    whole: (from, to) => from + Math.floor(next() * (to - from + 1)),
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    chance: (probability) => next() < probability,
    pick: (list) => {
      const item = list[Math.floor(next() * list.length)]
      if (item === undefined) throw new Error('nothing to pick from')
      return item
    },
    fork: (name) => createRandom(`${seed}/${name}`),
  }
}
