import type { Row } from './measure.ts'

/** What a part is given. Everything it starts is handed to `onEnd`, and ends when it does, the newest first. */
export interface PartDeps {
  /** The project's root. */
  readonly root: string
  readonly rounds: number
  /** One short round, to try out: its figures are not kept. */
  readonly quick: boolean
  /** A folder of the part's own, gone afterwards. */
  readonly folder: string
  readonly onEnd: (end: () => unknown) => void
  readonly say: (line: string) => void
  /** Kept below the part's figures. */
  readonly note: (line: string) => void
}

/** One measurement: `parts/<name>.ts` exports it as `part`, and that is all it takes to run it. */
export interface Part {
  readonly about: string
  /** Parts run by this number, the quick ones first. */
  readonly order: number
  /** Measured in one long run instead of rounds. */
  readonly once?: true
  readonly run: (deps: PartDeps) => Promise<Row[]>
}
