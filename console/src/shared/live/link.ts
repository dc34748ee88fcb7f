/** Milliseconds of silence after which a link is asked for a sign of life, and how long it then has to give one. */
export const suspectAfter = 4_000
export const graceAfter = 2_000
/** Milliseconds within which the server must have said welcome. */
export const welcomeWithin = 6_000
/** A link that lived this long was a good one: the next loss starts again with the shortest wait. */
const goodAfter = 5_000
const waits = [1_000, 2_000, 4_000, 8_000, 15_000] as const
/** Milliseconds until the next try after the server said that the session is over. */
const refusedWait = 15_000

/**
 * How the one live link stands. `step` is the only way from one state to another.
 *
 *             start                  welcome             silent for 4 s, or shaken
 *    idle ─────────────▶ connecting ─────────▶ live ──────────────────────────────▶ stale
 *     ▲                   ▲      │              │ ▲                                   │  │
 *     │ stop,             │      │ closed,      │ └────────── heard ─────────────────┘  │
 *     │ from anywhere     │      │ 6 s          │ closed                                │ closed, 2 s
 *                 1–15 s, │      ▼              ▼                                       │
 *                 shaken  └───── waiting ◀──────┴──────────────────────────────────────┘
 *
 * The socket exists in connecting, live and stale, and in no other state: a stale link that gives no sign of life is closed by
 * us, because a half-open one never closes by itself.
 */
export type Link =
  | { readonly kind: 'idle' }
  | { readonly kind: 'connecting'; readonly attempt: number; readonly since: number }
  | { readonly kind: 'live'; readonly attempt: number; readonly since: number; readonly heardAt: number }
  | {
      readonly kind: 'stale'
      readonly attempt: number
      readonly since: number
      readonly heardAt: number
      readonly deadAt: number
    }
  | { readonly kind: 'waiting'; readonly attempt: number; readonly until: number }

export type Signal =
  | 'start'
  | 'stop'
  /** The server answered hello. */
  | 'welcome'
  /** Any message came. */
  | 'heard'
  /** The socket closed or failed. */
  | 'closed'
  /** The server ended the session. */
  | 'refused'
  /** Network or page changed: went online or offline, became visible, somebody asks for a try now. */
  | 'shaken'
  /** Time passed. */
  | 'clock'

export const idle: Link = { kind: 'idle' }

/** Milliseconds before try `attempt` (0 is the first after a loss); up to a quarter less, so that consoles do not come in one crowd. */
export const waitBefore = (attempt: number, random: number): number =>
  Math.round((waits[Math.min(attempt, waits.length - 1)] ?? 15_000) * (1 - random / 4))

/** The next state; the same object when nothing changes. `random` is from 0 to 1. */
export const step = (link: Link, signal: Signal, now: number, random: number): Link => {
  if (signal === 'stop') return link.kind === 'idle' ? link : idle
  const lost = (attempt: number): Link => ({ kind: 'waiting', attempt: attempt + 1, until: now + waitBefore(attempt, random) })
  if (signal === 'refused' && link.kind !== 'idle') return { kind: 'waiting', attempt: 0, until: now + refusedWait }
  switch (link.kind) {
    case 'idle':
      return signal === 'start' ? { kind: 'connecting', attempt: 0, since: now } : link
    case 'connecting':
      if (signal === 'welcome') return { kind: 'live', attempt: link.attempt, since: now, heardAt: now }
      return signal === 'closed' || now - link.since >= welcomeWithin ? lost(link.attempt) : link
    case 'live':
      if (signal === 'closed') return lost(now - link.since >= goodAfter ? 0 : link.attempt)
      if (signal === 'heard') return { ...link, heardAt: now }
      return signal === 'shaken' || now - link.heardAt >= suspectAfter
        ? { ...link, kind: 'stale', deadAt: now + graceAfter }
        : link
    case 'stale':
      if (signal === 'heard') return { kind: 'live', attempt: link.attempt, since: link.since, heardAt: now }
      return signal === 'closed' || now >= link.deadAt ? lost(now - link.since >= goodAfter ? 0 : link.attempt) : link
    case 'waiting':
      return signal === 'shaken' || now >= link.until ? { kind: 'connecting', attempt: link.attempt, since: now } : link
  }
}
