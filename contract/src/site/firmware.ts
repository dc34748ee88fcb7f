import { enumeration } from '../kernel/enumeration.ts'
import { field } from '../kernel/field.ts'
import { noun } from '../kernel/noun.ts'

export const firmwareTarget = enumeration({
  hat: { code: 'hat', zh: '安全帽', en: 'Helmet' },
  badge: { code: 'badge', zh: '工牌', en: 'Badge' },
  car: { code: 'car', zh: '车载终端', en: 'Vehicle terminal' },
  beacon: { code: 'beacon', zh: '蓝牙信标', en: 'Beacon' },
  loraGateway: { code: 'loraGateway', zh: 'LoRa网关', en: 'LoRa gateway' },
  camera: { code: 'camera', zh: '摄像机', en: 'Camera' },
})

/** A version of the firmware of a kind of device, registered so that one knows which devices lag behind. */
export const firmware = noun({
  name: 'firmware',
  word: { zh: '固件版本', en: 'firmware version' },
  words: { zh: '固件版本', en: 'firmware versions' },
  route: 'versionMgmt',
  fields: {
    target: field.chosen({ zh: '设备类型', en: 'Device type' }, firmwareTarget, 'hat'),
    model: field.text({ zh: '适用型号', en: 'Model' }, 64),
    number: field.name({ zh: '版本号', en: 'Version' }, 64),
    releasedOn: field.day({ zh: '发布日期', en: 'Release date' }),
    notes: field.long({ zh: '说明', en: 'Notes' }, 1_000),
  },
  shown: { devices: field.number({ zh: '使用数量', en: 'Devices' }, { min: 0, max: 1_000_000 }) },
  title: 'number',
  key: 'number',
  search: ['number', 'model', 'notes'],
  filters: ['target'],
})
