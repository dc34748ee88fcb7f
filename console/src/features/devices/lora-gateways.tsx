import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { loraGateway } from '@vigil/contract/devices/lora-gateway.ts'
import { listScreen } from '../../shared/list/list-screen.tsx'
import { basics, place, remarks } from '../../shared/spec/groups.ts'

/** LoRa网关: the receivers of the badges. */
export const LoraGateways = listScreen(loraGateway, {
  calls: {
    list: deviceCalls.listBsLoraGateByDeptId,
    save: deviceCalls.saveBsLoraGate,
    remove: deviceCalls.deleteBsLoraGateById,
    counts: deviceCalls.countBsLoraGateByDeptId,
  },
  columns: [
    'name',
    { field: 'gatewayEui', width: 180 },
    'deptName',
    'ip',
    'enable',
    'lastSeen',
    'rxCount',
    { field: 'position', hidden: true },
    { field: 'height', hidden: true },
    { field: 'remark', hidden: true },
  ],
  form: [
    { title: basics, fields: ['name', 'gatewayEui', 'ip', 'enable'] },
    { title: place, fields: ['deptId', 'height', 'position'] },
    { title: remarks, fields: ['remark', 'lastSeen', 'rxCount'] },
  ],
  icon: 'beacon',
})
