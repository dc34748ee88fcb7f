import { screen, type Screens } from '../../shared/screens/screen.ts'

export const screens: Screens = {
  broadcastMgmt: screen(async () => (await import('./broadcasts.tsx')).Broadcasts),
  noticeRecordMgmt: screen(async () => (await import('./notice-records.tsx')).NoticeRecords),
}
