import { z } from 'zod'
import { question } from '../../kernel/bus/subject.ts'
import { AnswerLate, NobodyAnswers } from '../../kernel/bus/transport.ts'
import type { Gateway } from '../../kernel/gateway.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Scope } from '../../kernel/scope.ts'

/** How a way in stands at one server. */
const standing = z.object({
  name: z.string(),
  protocol: z.string(),
  at: z.string(),
  /** It goes somewhere itself, which one server does for all; where it only listens, each server has to. */
  goesOut: z.boolean(),
  listening: z.boolean(),
  connections: z.number(),
  messages: z.number(),
  errors: z.number(),
  lastMessageAt: z.number().nullable(),
  lastError: z.object({ zh: z.string(), en: z.string() }).nullable(),
  lastErrorAt: z.number().nullable(),
  lately: z.array(z.object({ at: z.number(), code: z.string().nullable(), said: z.string() })).readonly(),
})
export type Standing = z.output<typeof standing>

/** Of each server under its own name: how its ways in stand, as somebody of these departments may see it, null for all of them. */
const standings = question('site.gateways', z.object({ deptIds: z.array(z.string()).nullable() }), z.array(standing))

/** Milliseconds that another server may take to say it. */
const answerWithin = 2_000
/** Messages of a way in that are shown, whichever server heard them. */
const shownAtMost = 100

const standingOf = (gateway: Gateway, scope: Scope): Standing => {
  const { name, protocol, at, status, lately } = gateway
  const place = 'path' in at ? at.path : 'address' in at ? at.address : String(at.port)
  return { name, protocol, at: place, goesOut: 'address' in at, ...status(), lately: lately?.(scope) ?? [] }
}

const laterOf = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.max(one, other)

const together = (one: Standing, other: Standing): Standing => {
  const { lastError, lastErrorAt } = (other.lastErrorAt ?? 0) > (one.lastErrorAt ?? 0) ? other : one
  return {
    ...one,
    listening: one.goesOut ? one.listening || other.listening : one.listening && other.listening,
    connections: one.connections + other.connections,
    messages: one.messages + other.messages,
    errors: one.errors + other.errors,
    lastMessageAt: laterOf(one.lastMessageAt, other.lastMessageAt),
    lastError,
    lastErrorAt,
    lately: [...one.lately, ...other.lately].toSorted((a, b) => b.at - a.at),
  }
}

/** How the ways in of the site stand, at all of its servers together: a device stands at one of them, and nobody knows at which. */
export const createStandings = ({ bus, log }: Pick<Kernel, 'bus' | 'log'>, gateways: () => readonly Gateway[]) => {
  const own = (scope: Scope): Standing[] => gateways().map((gateway) => standingOf(gateway, scope))
  bus.answer(standings, bus.server, ({ deptIds }) =>
    Promise.resolve(own(deptIds === null ? { all: true } : { all: false, deptIds: new Set(deptIds) })),
  )
  const at = async (server: string, scope: Scope): Promise<Standing[]> => {
    try {
      return await bus.ask(standings, server, { deptIds: scope.all ? null : [...scope.deptIds] }, answerWithin)
    } catch (error) {
      // It went, or is about to.
      if (!(error instanceof NobodyAnswers || error instanceof AnswerLate))
        log.warn({ err: error, server }, 'how the ways in of another server stand is not known')
      return []
    }
  }
  return async (scope: Scope): Promise<Standing[]> => {
    const others = await Promise.all(bus.others().map((server) => at(server, scope)))
    const all = new Map<string, Standing>()
    for (const one of [own(scope), ...others].flat()) {
      const known = all.get(one.name)
      all.set(one.name, known ? together(known, one) : one)
    }
    return [...all.values()].map((one) => ({ ...one, lately: one.lately.slice(0, shownAtMost) }))
  }
}
