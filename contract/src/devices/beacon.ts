import { enabledFlag } from '../kernel/enabled.ts'
import { enumeration } from '../kernel/enumeration.ts'
import { field } from '../kernel/field.ts'
import { noun } from '../kernel/noun.ts'

export const beaconType = enumeration({
  positioning: { code: 'positioning', zh: '定位', en: 'Positioning' },
  hazard: { code: 'hazard', zh: '危险源', en: 'Hazard source' },
  attendance: { code: 'attendance', zh: '考勤', en: 'Attendance' },
  assembly: { code: 'assembly', zh: '集合点', en: 'Assembly point' },
})

/** A Bluetooth tag that helmets and badges hear, so that a place is known where no satellite is. */
export const beacon = noun({
  name: 'beacon',
  word: { zh: '蓝牙信标', en: 'beacon' },
  words: { zh: '蓝牙信标', en: 'beacons' },
  route: 'beaconMgmt',
  fields: {
    name: field.name({ zh: '名称', en: 'Name' }, 64),
    type: field.chosen({ zh: '类型', en: 'Type' }, beaconType, 'positioning'),
    uuid: field.hex({ zh: 'UUID', en: 'UUID' }, /^[0-9A-Fa-f]{8}(-?[0-9A-Fa-f]{4}){3}-?[0-9A-Fa-f]{12}$/, 'not a UUID'),
    major: field.number({ zh: 'Major', en: 'Major' }, { min: 0, max: 65_535 }),
    minor: field.requiredNumber({ zh: 'Minor', en: 'Minor' }, { min: 0, max: 65_535 }),
    mac: field.hex({ zh: 'MAC地址', en: 'MAC address' }, /^[0-9A-Fa-f]{2}([:-]?[0-9A-Fa-f]{2}){5}$/, 'not a MAC address'),
    txPower: field.number(
      { zh: '1米功率', en: 'Power at 1 m' },
      { min: -100, max: 20, unit: 'dBm', hint: { zh: '一般 −59 至 −55', en: 'Usually −59 to −55' } },
    ),
    deptId: field.ref({ zh: '部门', en: 'Department' }, 'dept'),
    regionId: field.ref({ zh: '建筑', en: 'Building' }, 'building'),
    floor: field.number({ zh: '楼层', en: 'Floor' }, { min: -20, max: 200 }),
    x: field.number({ zh: '平面X', en: 'Plan X' }, { min: -100_000, max: 100_000, unit: 'm', digits: 2 }),
    y: field.number({ zh: '平面Y', en: 'Plan Y' }, { min: -100_000, max: 100_000, unit: 'm', digits: 2 }),
    lng: field.lng(),
    lat: field.lat(),
    height: field.number({ zh: '安装高度', en: 'Mounting height' }, { min: -100, max: 500, unit: 'm', digits: 1 }),
    installDate: field.day({ zh: '安装日期', en: 'Installation date' }),
    enable: field.flag({ zh: '状态', en: 'Status' }, enabledFlag, 1),
    remark: field.long({ zh: '备注', en: 'Remark' }, 500),
  },
  shown: {
    battery: field.number({ zh: '电量', en: 'Battery' }, { min: 0, max: 100, unit: '%' }),
    lastHeard: field.time({ zh: '最近接收', en: 'Last heard' }),
  },
  title: 'name',
  key: 'minor',
  search: ['name', 'minor', 'mac', 'uuid'],
  filters: ['type', 'regionId', 'floor', 'enable'],
})
