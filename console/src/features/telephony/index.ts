import { afterHome } from '../../shared/map/first-drawn.ts'
import type { Overlays } from '../../shared/screens/overlay.ts'
import { fetched } from '../../shared/ui/fetched.tsx'

const telephone = fetched(async () => {
  await afterHome()
  return (await import('./telephone-host.tsx')).TelephoneHost
})

export const overlays: Overlays = [{ order: 5, component: telephone.component }]
