import type { ComponentType } from 'react'
import { fetchLostStyles } from './lost-styles.ts'

/** A part in a chunk of its own did not come: the server is away, or has a newer one by now. It says in English why, for the error log. */
export class PartMissing extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
  }
}

export interface Part<Props> {
  /** Null until it has come. */
  readonly known: () => ComponentType<Props> | null
  /** Fetches it where it is not there yet, with whatever styles did not come before; fails as `PartMissing`, to be tried anew. */
  readonly get: () => Promise<ComponentType<Props>>
}

export const partOf = <Props>(load: () => Promise<ComponentType<Props>>): Part<Props> => {
  let known: ComponentType<Props> | null = null
  let failed = false
  const styled = async (): Promise<void> => {
    try {
      await fetchLostStyles()
    } catch (error) {
      // Those may be another part's, and gone for good.
      if (failed) throw error
    }
  }
  return {
    known: () => known,
    get: async () => {
      try {
        if (!known) {
          await styled()
          known = await load()
        }
        return known
      } catch (error) {
        failed = true
        throw new PartMissing(error)
      }
    },
  }
}
