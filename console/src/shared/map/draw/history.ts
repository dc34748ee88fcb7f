/** Values of one thing over time, for undo and redo. */
export interface History<Value> {
  readonly past: readonly Value[]
  readonly present: Value
  readonly future: readonly Value[]
  /** What the last step did; steps of the same tag in a row are one. */
  readonly tag: string | null
}

const most = 200

export const begin = <Value>(present: Value): History<Value> => ({ past: [], present, future: [], tag: null })

/** A step forward. Without a tag it always stands alone. */
export const record = <Value>(
  { past, present, tag: last }: History<Value>,
  next: Value,
  tag: string | null = null,
): History<Value> => ({
  past: tag !== null && tag === last ? past : [...past, present].slice(-most),
  present: next,
  future: [],
  tag,
})

export const undo = <Value>(history: History<Value>): History<Value> => {
  const before = history.past.at(-1)
  if (before === undefined) return history
  return { past: history.past.slice(0, -1), present: before, future: [history.present, ...history.future], tag: null }
}

export const redo = <Value>(history: History<Value>): History<Value> => {
  const [next, ...future] = history.future
  if (next === undefined) return history
  return { past: [...history.past, history.present], present: next, future, tag: null }
}
