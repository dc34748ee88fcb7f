import type { Asked } from './caller.ts'

/** Which of some identifiers the caller sees the records of. */
export type SeenOf = (ids: readonly string[], asked: Asked) => Promise<ReadonlySet<string>>
