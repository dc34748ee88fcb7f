import { setTimeout as sleep } from 'node:timers/promises'

/** 1, 2, 4, … seconds up to 15. */
export const backoff = (failures: number, unit = 1_000): number => Math.min(15 * unit, unit * 2 ** Math.max(0, failures - 1))

/** Waits; an aborted wait ends early and is no error. */
export const wait = async (milliseconds: number, signal: AbortSignal): Promise<void> => {
  if (signal.aborted) return
  await sleep(milliseconds, undefined, { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
}
