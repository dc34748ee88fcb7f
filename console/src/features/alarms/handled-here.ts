import { handlingStatus, type Alarm } from '@vigil/contract/alarms/entities.ts'

type Told = Pick<Alarm, 'id' | 'status' | 'version'>

/** Alarms that a console confirms: they call it no more, and that they are handled is no news to it, until somebody puts them back. */
export const createHandledHere = () => {
  /** As which version each was seen to be handled; null before that. */
  const handledAs = new Map<string, number | null>()
  return {
    has: (id: string): boolean => handledAs.has(id),
    /** It is about to confirm one. */
    begin: (id: string): void => void handledAs.set(id, null),
    failed: (id: string): void => void handledAs.delete(id),
    /** One as it stands by now, whoever changed it. */
    follow: ({ id, status, version }: Told): void => {
      const known = handledAs.get(id)
      if (known === undefined) return
      if (status === handlingStatus.code.handled) handledAs.set(id, Math.max(version, known ?? version))
      // What was told before it was handled may come later.
      else if (known !== null && version > known) handledAs.delete(id)
    },
    clear: (): void => handledAs.clear(),
  }
}
