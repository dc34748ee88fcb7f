import type { Overlays } from '../../shared/screens/overlay.ts'
import { BroadcastHost } from './broadcast-host.tsx'
import { screen, type Screens } from '../../shared/screens/screen.ts'

export const overlays: Overlays = [{ order: 6, component: BroadcastHost }]

export const screens: Screens = {
  broadcastMgmt: screen(async () => (await import('./broadcasts.tsx')).Broadcasts),
  noticeRecordMgmt: screen(async () => (await import('./notice-records.tsx')).NoticeRecords),
}
