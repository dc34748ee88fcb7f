import type { Overlays } from '../../shared/screens/overlay.ts'
import { HelmetServiceHost } from './helmet-host.tsx'

export const overlays: Overlays = [{ order: 15, component: HelmetServiceHost }]
