import { z } from 'zod'
import { silence } from '@vigil/contract/positions/entities.ts'
import { usualCode } from '@vigil/contract/kernel/written-codes.ts'
import type { Bus } from '../../kernel/bus/bus.ts'
import { subject } from '../../kernel/bus/subject.ts'

/** Which helmets say themselves where they are, at whichever server: what a vendor tells of these is not needed, nor believed. */

/** That a helmet said where it is, or went; `code` is that by which it is registered. */
const ownLine = subject('helmets.ownLine', z.object({ code: z.string(), is: z.enum(['speaking', 'gone']) }))
/** Milliseconds between two times that it is told of one helmet that it speaks. */
const tellEvery = 60_000
/** Milliseconds without a position of its own after which it is offline, and whoever knows of one is believed again. */
const speaksFor = silence.hat.offline * 1_000

/** Tells of those that are connected here. */
export const tellOwnLines = (bus: Bus, now: () => number) => {
  const told = new Map<string, number>()
  return {
    speaking: (code: string): void => {
      if (now() - (told.get(code) ?? Number.NEGATIVE_INFINITY) < tellEvery) return
      told.set(code, now())
      void bus.publish(ownLine, { code, is: 'speaking' })
    },
    gone: (code: string): void => {
      if (told.delete(code)) void bus.publish(ownLine, { code, is: 'gone' })
    },
  }
}

/** Whether a helmet speaks for itself, as far as that is known. */
export const followOwnLines = (bus: Bus, now: () => number): ((code: string) => boolean) => {
  const heard = new Map<string, number>()
  bus.subscribe(ownLine, ({ code, is }) => {
    if (is === 'gone') heard.delete(usualCode(code))
    else heard.set(usualCode(code), now())
  })
  return (code) => (heard.get(usualCode(code)) ?? Number.NEGATIVE_INFINITY) > now() - speaksFor
}
