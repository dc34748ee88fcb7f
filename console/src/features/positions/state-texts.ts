import { presence } from '../../shared/moving/position-store.ts'

/** What the texts call each state of a thing. */
export const stateTexts = {
  [presence.none]: 'noPosition',
  [presence.online]: 'online',
  [presence.stale]: 'stale',
  [presence.offline]: 'offline',
  [presence.gone]: 'gone',
} as const
