import { badge } from '@vigil/contract/devices/badge.ts'
import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { listScreen } from '../../shared/list/list-screen.tsx'
import { basics, remarks } from '../../shared/spec/groups.ts'
import { Bindings } from './bindings.tsx'
import { equipment, listRefresh, people } from './groups.ts'
import { batteryColumn, fixColumn, lastOnlineColumn, onlineColumn, wearerColumn } from './health.tsx'
import { BadgeNotices } from './notices.tsx'
import { onlineSummary } from './online-summary.tsx'
import { deviceTexts } from './texts.ts'
import { unbind } from './unbind.ts'

/** 智能工牌: who wears which, and how each of them does. */
export const Badges = listScreen(badge, {
  calls: {
    list: deviceCalls.listBsBadgeByDeptId,
    save: deviceCalls.saveBsBadge,
    remove: deviceCalls.deleteBsBadgeById,
    counts: deviceCalls.countBsBadgeByDeptId,
  },
  columns: [
    { field: 'badgeNo', label: { zh: '工牌号', en: 'Badge' }, width: 112 },
    wearerColumn('badgeMgmt'),
    onlineColumn,
    { field: 'deptName', width: 116 },
    batteryColumn,
    lastOnlineColumn,
    fixColumn,
    'enable',
    { field: 'devEui', width: 180 },
    { field: 'major', hidden: true },
    { field: 'minor', hidden: true },
    { field: 'model', hidden: true },
    { field: 'fixTime', hidden: true },
    { field: 'purchaseDate', hidden: true },
    { field: 'remark', hidden: true },
  ],
  form: [
    { title: basics, fields: ['badgeNo', 'model', 'devEui', 'enable'] },
    { title: people, fields: ['deptId', 'userId'] },
    { title: equipment, fields: ['major', 'minor', 'purchaseDate', 'lastOnline', 'fixTime'] },
    { title: remarks, fields: ['remark'] },
  ],
  filters: ['online', 'battery', 'userId', 'enable', 'lastOnline'],
  alarmed: 'device',
  summary: onlineSummary(deviceCalls.listBsBadgeByDeptId),
  notices: BadgeNotices,
  below: Bindings,
  bulkActions: [unbind(deviceCalls.saveBsBadge)],
  deleteHint: deviceTexts.table.deleteHint,
  refetchEvery: listRefresh,
  icon: 'badge',
})
