import type { ToldEvent } from './event-stream.ts'

/**
 * Alarms that were told, until one of those who were told has answered a question that was asked afterwards: only then did
 * anybody hear of it. Each is kept no longer than it takes to answer, or to be found dead.
 */
export interface Unanswered<Listener> {
  /** `round`: the newest question that was asked before. */
  readonly told: (event: ToldEvent, round: number, to: readonly Listener[]) => void
  readonly answered: (listener: Listener, round: number) => void
  /** What became of each that a listener was told: `unheard` counts on it no more. What nobody is left for, oldest first. */
  readonly review: (listener: Listener, became: (event: ToldEvent) => 'heard' | 'open' | 'unheard') => ToldEvent[]
  /** Counts on a listener no more; what nobody is left for, oldest first. */
  readonly without: (listener: Listener) => ToldEvent[]
  readonly clear: () => void
}

export const createUnanswered = <Listener>(): Unanswered<Listener> => {
  let open: { readonly event: ToldEvent; readonly round: number; readonly listeners: Set<Listener> }[] = []
  /** Takes out what nobody is left for. */
  const abandoned = (): ToldEvent[] => {
    const left = open.filter(({ listeners }) => listeners.size === 0)
    open = open.filter(({ listeners }) => listeners.size > 0)
    return left.map(({ event }) => event)
  }
  return {
    told: (event, round, to) => void open.push({ event, round, listeners: new Set(to) }),
    answered: (listener, answered) => {
      open = open.filter(({ round, listeners }) => answered <= round || !listeners.has(listener))
    },
    review: (listener, became) => {
      open = open.filter(({ event, listeners }) => {
        if (!listeners.has(listener)) return true
        const what = became(event)
        if (what === 'unheard') listeners.delete(listener)
        return what !== 'heard'
      })
      return abandoned()
    },
    without: (listener) => {
      for (const { listeners } of open) listeners.delete(listener)
      return abandoned()
    },
    clear: () => {
      open = []
    },
  }
}
