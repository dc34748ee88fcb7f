/** Screens where one watches, with the map or the home page before one, an alarm's own, where one handles it, and all others, where one works. */
export type Place = 'watching' | 'handling' | 'working'
type Choice = 'open' | 'rail'

/** How the column of alarms stands. */
export interface ColumnState {
  /** A new alarm has opened it, until the operator folds it or nothing is left to do. */
  readonly called: boolean
  /** What the operator wants at either place; null: as it is by default. */
  readonly choices: Readonly<Record<Place, Choice | null>>
}

export const untouched: ColumnState = { called: false, choices: { watching: null, handling: null, working: null } }

/** Where one watches it is open by default as long as something waits for him, elsewhere it is a rail. */
export const isOpen = ({ called, choices }: ColumnState, place: Place, waiting: number): boolean =>
  called || (choices[place] ?? (place === 'watching' && waiting > 0 ? 'open' : 'rail')) === 'open'

/** Whether an alarm is confirmed in its place: beside a map, in the column if it stands open, in a narrow window at the foot. */
export const docks = (place: Place, open: boolean, narrow: boolean): boolean => place !== 'working' && (open || narrow)

export const folded = ({ choices }: ColumnState, place: Place): ColumnState => ({
  called: false,
  choices: { ...choices, [place]: 'rail' },
})

export const unfolded = (state: ColumnState, place: Place): ColumnState => ({
  ...state,
  choices: { ...state.choices, [place]: 'open' },
})

interface News {
  readonly levels: readonly number[]
  /** The operator types or drags something just now. */
  readonly busy: boolean
}
/** New alarms: level one opens the column whatever he does, the others only an operator who does nothing else with his hands. */
export const called = (state: ColumnState, { levels, busy }: News): ColumnState =>
  levels.some((level) => level === 1 || !busy) ? { ...state, called: true } : state

/** Nothing is left to do, or the operator has gone on to other work. */
export const settled = (state: ColumnState): ColumnState => (state.called ? { ...state, called: false } : state)

export const isColumnState = (value: unknown): value is ColumnState => {
  const { called: isCalled, choices } = (value ?? {}) as Partial<Record<keyof ColumnState, unknown>>
  if (typeof isCalled !== 'boolean' || typeof choices !== 'object' || choices === null) return false
  const { watching, handling, working } = choices as Partial<Record<Place, unknown>>
  return [watching, handling, working].every((choice) => choice === null || choice === 'open' || choice === 'rail')
}
