import { beacon } from '@vigil/contract/devices/beacon.ts'
import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { listScreen } from '../../shared/list/list-screen.tsx'
import { basics, place, remarks } from '../../shared/spec/groups.ts'

/** 蓝牙信标: what helmets and badges hear where no satellite is. */
export const Beacons = listScreen(beacon, {
  calls: {
    list: deviceCalls.listBsBeaconByDeptId,
    save: deviceCalls.saveBsBeacon,
    remove: deviceCalls.deleteBsBeaconById,
    counts: deviceCalls.countBsBeaconByDeptId,
  },
  columns: [
    'name',
    { field: 'minor', width: 90 },
    'type',
    'regionName',
    { field: 'floor', width: 80 },
    'deptName',
    'battery',
    'lastHeard',
    'enable',
    { field: 'major', hidden: true },
    { field: 'mac', hidden: true },
    { field: 'uuid', width: 300, hidden: true },
    { field: 'txPower', hidden: true },
    { field: 'x', hidden: true },
    { field: 'y', hidden: true },
    { field: 'position', hidden: true },
    { field: 'installDate', hidden: true },
    { field: 'remark', hidden: true },
  ],
  form: [
    { title: basics, fields: ['name', 'type', 'minor', 'major', 'uuid', 'mac', 'txPower', 'enable'] },
    { title: place, fields: ['deptId', 'regionId', 'floor', 'height', 'x', 'y', 'position'] },
    { title: remarks, fields: ['installDate', 'battery', 'lastHeard', 'remark'] },
  ],
  icon: 'beacon',
})
