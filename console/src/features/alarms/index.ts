import type { Overlays } from '../../shared/screens/overlay.ts'
import { AlarmPopups } from './alarm-popups.tsx'

export const overlays: Overlays = [{ order: 10, component: AlarmPopups }]
