import type { ComponentType } from 'react'

/** What features draw over every screen: alarm pop-ups, the calling dialog, whoever keeps the live link. Drawn once, in order. */
export const overlays: readonly ComponentType[] = []
