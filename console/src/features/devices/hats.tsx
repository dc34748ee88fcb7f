import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { hat } from '@vigil/contract/devices/hat.ts'
import { listScreen } from '../../shared/list/list-screen.tsx'
import { basics, remarks } from '../../shared/spec/groups.ts'
import { Bindings } from './bindings.tsx'
import { equipment, listRefresh, people } from './groups.ts'
import { AlarmBanner, batteryColumn, onlineColumn } from './health.tsx'
import { HatNotices } from './notices.tsx'
import { unbind } from './unbind.ts'

/** 智能安全帽: who wears which, and how each of them does. */
export const Hats = listScreen(hat, {
  calls: { list: deviceCalls.listBsHatByDeptId, save: deviceCalls.saveBsHat, remove: deviceCalls.deleteBsHatById },
  columns: [
    'hatNo',
    'userName',
    'deptName',
    onlineColumn,
    batteryColumn,
    'lastOnline',
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
  filters: ['online', 'enable', 'userId', 'battery', 'lastOnline'],
  banner: ({ id }) => <AlarmBanner id={id} />,
  above: HatNotices,
  below: Bindings,
  bulkActions: [unbind(deviceCalls.saveBsHat)],
  refetchEvery: listRefresh,
  icon: 'helmet',
})
