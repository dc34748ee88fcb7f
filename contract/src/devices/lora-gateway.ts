import { enabledFlag } from '../kernel/enabled.ts'
import { field } from '../kernel/field.ts'
import { noun } from '../kernel/noun.ts'

/** Hears the badges and passes on what they say. */
export const loraGateway = noun({
  name: 'loraGateway',
  word: { zh: 'LoRa网关', en: 'LoRa gateway' },
  words: { zh: 'LoRa网关', en: 'LoRa gateways' },
  route: 'loraGateMgmt',
  fields: {
    name: field.name({ zh: '名称', en: 'Name' }, 64),
    gatewayEui: field.requiredHex({ zh: '网关EUI', en: 'Gateway EUI' }, /^[0-9A-Fa-f]{16}$/, 'not 16 hexadecimal digits', {
      hint: { zh: '16 位十六进制', en: '16 hexadecimal digits' },
    }),
    ip: field.text({ zh: 'IP地址', en: 'IP address' }, 64, { notOnWalls: true }),
    deptId: field.ref({ zh: '部门', en: 'Department' }, 'dept'),
    lng: field.lng(),
    lat: field.lat(),
    height: field.number({ zh: '安装高度', en: 'Mounting height' }, { min: -100, max: 500, unit: 'm', digits: 1 }),
    enable: field.flag({ zh: '状态', en: 'Status' }, enabledFlag, 1),
    remark: field.long({ zh: '备注', en: 'Remark' }, 500),
  },
  shown: {
    lastSeen: field.time({ zh: '最近上报', en: 'Last report' }),
    rxCount: field.number({ zh: '接收包数', en: 'Packets received' }, { min: 0, max: Number.MAX_SAFE_INTEGER }),
  },
  title: 'name',
  key: 'gatewayEui',
  search: ['name', 'gatewayEui', 'ip'],
  filters: ['enable'],
})
