import { enabledFlag } from '../kernel/enabled.ts'
import { enumeration } from '../kernel/enumeration.ts'
import { field } from '../kernel/field.ts'
import { noun } from '../kernel/noun.ts'

/** Which way a gate lets through: 1 in, 2 out, 3 both. */
export const gateDirection = enumeration({
  in: { code: 1, zh: '进', en: 'In' },
  out: { code: 2, zh: '出', en: 'Out' },
  both: { code: 3, zh: '双向', en: 'Both ways' },
})
export const gateKind = enumeration({
  vehicle: { code: 'vehicle', zh: '车辆道闸', en: 'Vehicle barrier' },
  turnstile: { code: 'turnstile', zh: '人行通道', en: 'Turnstile' },
})

/** A barrier or turnstile at a gate of the site. */
export const barrierGate = noun({
  name: 'barrierGate',
  word: { zh: '道闸', en: 'barrier gate' },
  words: { zh: '道闸', en: 'barrier gates' },
  route: 'barrierGateMgmt',
  fields: {
    name: field.name({ zh: '名称', en: 'Name' }, 64),
    code: field.required({ zh: '设备编号', en: 'Device ID' }, 64),
    kind: field.chosen({ zh: '类型', en: 'Type' }, gateKind, 'vehicle'),
    direction: field.chosen({ zh: '方向', en: 'Direction' }, gateDirection, 3),
    ip: field.text({ zh: 'IP地址', en: 'IP address' }, 64, { notOnWalls: true }),
    laneNo: field.number({ zh: '车道', en: 'Lane' }, { min: 1, max: 99 }),
    cameraId: field.ref({ zh: '联动摄像机', en: 'Camera' }, 'camera'),
    deptId: field.ref({ zh: '部门', en: 'Department' }, 'dept'),
    lng: field.lng(),
    lat: field.lat(),
    enable: field.flag({ zh: '状态', en: 'Status' }, enabledFlag, 1),
    remark: field.long({ zh: '备注', en: 'Remark' }, 500),
  },
  shown: { lastSeen: field.time({ zh: '最近上报', en: 'Last report' }) },
  title: 'name',
  key: 'code',
  search: ['name', 'code', 'ip'],
  filters: ['kind', 'direction', 'enable'],
})
