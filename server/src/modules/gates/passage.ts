import type { PlaceOfPasses, PushedPicture } from '../traffic/index.ts'

/** Somebody at a turnstile, as it tells of him, in the words of no maker. */
export interface Passage {
  readonly gate: PlaceOfPasses
  /** By which the device names this passage, so that the same told again is one; null where it has no name for it. */
  readonly eventKey: string | null
  /** As the turnstile has it; empty where it says none. */
  readonly personNo: string
  readonly personName: string
  readonly cardNo: string
  readonly direction: 'in' | 'out' | 'unknown'
  /** Milliseconds since 1970, as the device says. */
  readonly passTime: number
  readonly passType: 'face' | 'card' | 'qr' | 'finger' | 'idCard' | 'remote' | 'other'
  readonly isLetThrough: boolean
  /** Why not, in both languages; null where it was let through, or where nothing is said of it. */
  readonly refusedFor: { readonly zh: string; readonly en: string } | null
  /** °C of the person, where it is measured. */
  readonly temperature: number | null
  readonly isReplayed: boolean
  readonly picture: PushedPicture | null
  readonly unread: string | null
}
