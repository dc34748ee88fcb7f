import type { ComponentType } from 'react'
import { AlarmPopups } from '../features/alarms/alarm-popups.tsx'
import { Transfers } from '../features/transfers/transfers.tsx'
import { LiveLink } from '../shared/live/live-link.tsx'

/** What features draw over every screen: alarm pop-ups, the calling dialog, imports and exports, whoever keeps the live link. Drawn once, in order. */
export const overlays: readonly ComponentType[] = [LiveLink, AlarmPopups, Transfers]
