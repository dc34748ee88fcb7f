import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { hat } from '@vigil/contract/devices/hat.ts'
import { listScreen } from '../../shared/list/list-screen.tsx'
import { basics, remarks } from '../../shared/spec/groups.ts'
import { Bindings } from './bindings.tsx'
import { equipment, listRefresh, people } from './groups.ts'
import { batteryColumn, fixColumn, lastOnlineColumn, onlineColumn, wearerColumn } from './health.tsx'
import { HatNotices } from './notices.tsx'
import { onlineSummary } from './online-summary.tsx'
import { deviceTexts } from './texts.ts'
import { unbind } from './unbind.ts'

/** 智能安全帽: who wears which, and how each of them does. */
export const Hats = listScreen(hat, {
  calls: {
    list: deviceCalls.listBsHatByDeptId,
    save: deviceCalls.saveBsHat,
    remove: deviceCalls.deleteBsHatById,
    counts: deviceCalls.countBsHatByDeptId,
  },
  columns: [
    { field: 'hatNo', label: { zh: '帽号', en: 'Helmet' }, width: 112 },
    wearerColumn('hatMgmt'),
    onlineColumn,
    { field: 'deptName', width: 116 },
    batteryColumn,
    lastOnlineColumn,
    fixColumn,
    'enable',
    { field: 'imei', width: 170 },
    'sipId',
    'model',
    { field: 'fixTime', hidden: true },
    { field: 'mobile', hidden: true },
    { field: 'sim', hidden: true },
    { field: 'fwVersion', hidden: true },
    { field: 'purchaseDate', hidden: true },
    { field: 'remark', hidden: true },
  ],
  form: [
    { title: basics, fields: ['hatNo', 'model', 'imei', 'sim', 'enable'] },
    { title: people, fields: ['deptId', 'userId', 'sipId', 'mobile'] },
    { title: equipment, fields: ['purchaseDate', 'fwVersion', 'lastOnline', 'fixTime'] },
    { title: remarks, fields: ['remark', 'photo'] },
  ],
  filters: ['online', 'battery', 'userId', 'enable', 'lastOnline'],
  alarmed: 'device',
  summary: onlineSummary(deviceCalls.listBsHatByDeptId),
  notices: HatNotices,
  below: Bindings,
  bulkActions: [unbind(deviceCalls.saveBsHat)],
  deleteHint: deviceTexts.table.deleteHint,
  refetchEvery: listRefresh,
  icon: 'helmet',
})
