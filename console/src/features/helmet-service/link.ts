import { waitBefore } from '../../shared/live/link.ts'

/** Milliseconds within which a socket must be there, and then the ticket with the answer to the login. */
export const openWithin = 10_000
export const answerWithin = 6_000
/** A line that lived this long was a good one: the next loss starts again with the shortest wait. */
const goodAfter = 5_000
/** Milliseconds until the next try after the service said that it does not let us in. */
const refusedWait = 15_000

/**
 * How the one line to the helmet service stands. `step` is the only way from one state to another.
 *
 *           start                 opened              welcome
 *    off ──────────▶ connecting ─────────▶ loggingIn ─────────▶ ready
 *     ▲               ▲    │                   │                  │
 *     │ stop,         │    │ closed, 10 s      │ closed, 6 s,     │ closed, shaken
 *     │ from anywhere │    ▼                   ▼ refused          ▼
 *                     └─ waiting ◀────────────┴──────────────────┘
 *                 1–15 s, shaken
 *
 * The socket exists in connecting, loggingIn and ready, and in no other state.
 */
export type Link =
  | { readonly kind: 'off' }
  | { readonly kind: 'connecting' | 'loggingIn' | 'ready'; readonly attempt: number; readonly since: number }
  | { readonly kind: 'waiting'; readonly attempt: number; readonly until: number }

export type Signal =
  | 'start'
  | 'stop'
  /** The socket is open. */
  | 'opened'
  /** The service let us in. */
  | 'welcome'
  /** It does not. */
  | 'refused'
  /** The socket closed or failed, there is no ticket, or an answer is owed for too long. */
  | 'closed'
  /** The network came back: what looks open may be a line that nobody closed. */
  | 'shaken'
  /** Time passed. */
  | 'clock'

export const off: Link = { kind: 'off' }

/** The next state; the same object when nothing changes. `random` is from 0 to 1. */
export const step = (link: Link, signal: Signal, now: number, random: number): Link => {
  if (signal === 'stop') return link.kind === 'off' ? link : off
  const lost = (attempt: number): Link => ({ kind: 'waiting', attempt: attempt + 1, until: now + waitBefore(attempt, random) })
  switch (link.kind) {
    case 'off':
      return signal === 'start' ? { kind: 'connecting', attempt: 0, since: now } : link
    case 'connecting':
      if (signal === 'opened') return { kind: 'loggingIn', attempt: link.attempt, since: now }
      return signal === 'closed' || now - link.since >= openWithin ? lost(link.attempt) : link
    case 'loggingIn':
      if (signal === 'welcome') return { kind: 'ready', attempt: link.attempt, since: now }
      if (signal === 'refused') return { kind: 'waiting', attempt: link.attempt + 1, until: now + refusedWait }
      return signal === 'closed' || now - link.since >= answerWithin ? lost(link.attempt) : link
    case 'ready':
      if (signal === 'shaken') return { kind: 'waiting', attempt: 0, until: now }
      return signal === 'closed' ? lost(now - link.since >= goodAfter ? 0 : link.attempt) : link
    case 'waiting':
      return signal === 'shaken' || now >= link.until ? { kind: 'connecting', attempt: link.attempt, since: now } : link
  }
}
