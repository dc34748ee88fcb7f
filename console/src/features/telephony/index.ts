import type { Overlays } from '../../shared/screens/overlay.ts'
import { TelephoneHost } from './telephone-host.tsx'

export const overlays: Overlays = [{ order: 5, component: TelephoneHost }]
