import { health } from '../devices/reporting.ts'
import { enabledFlag } from '../kernel/enabled.ts'
import { enumeration } from '../kernel/enumeration.ts'
import { field } from '../kernel/field.ts'
import { noun } from '../kernel/noun.ts'

/** PTZ types of GB/T 28181. */
export const ptzType = enumeration({
  dome: { code: 1, zh: '球机', en: 'PTZ dome' },
  halfDome: { code: 2, zh: '半球', en: 'Fixed dome' },
  fixed: { code: 3, zh: '固定枪机', en: 'Fixed bullet' },
  remote: { code: 4, zh: '遥控枪机', en: 'PTZ bullet' },
})
export const roomType = enumeration({
  outdoor: { code: 1, zh: '室外', en: 'Outdoor' },
  indoor: { code: 2, zh: '室内', en: 'Indoor' },
})
export const streamMode = enumeration({
  udp: { code: 'udp', zh: 'UDP', en: 'UDP' },
  tcpPassive: { code: 'tcpPassive', zh: 'TCP被动', en: 'TCP passive' },
  tcpActive: { code: 'tcpActive', zh: 'TCP主动', en: 'TCP active' },
})

/** A camera, known to video platforms by its 20 digits of GB/T 28181. */
export const camera = noun({
  name: 'camera',
  word: { zh: '摄像机', en: 'camera' },
  words: { zh: '摄像机', en: 'cameras' },
  route: 'cameraMgmt',
  fields: {
    name: field.name({ zh: '名称', en: 'Name' }, 64),
    gbDeviceId: field.requiredPattern({ zh: '国标编码', en: 'GB device ID' }, /^\d{20}$/, 'not 20 digits', {
      hint: {
        zh: '20 位数字，第 11–13 位为类型码，如 132 网络摄像机',
        en: '20 digits; digits 11 to 13 tell the type, e.g. 132 for an IP camera',
      },
    }),
    manufacturer: field.text({ zh: '厂商', en: 'Manufacturer' }, 64),
    model: field.text({ zh: '型号', en: 'Model' }, 64),
    ptzType: field.chosen({ zh: '云台类型', en: 'PTZ type' }, ptzType, 3),
    roomType: field.chosen({ zh: '位置类型', en: 'Indoor or outdoor' }, roomType, 1),
    address: field.text({ zh: '安装地址', en: 'Address' }, 128),
    deptId: field.ref({ zh: '部门', en: 'Department' }, 'dept'),
    areaId: field.ref({ zh: '所属区域', en: 'Area' }, 'hazardArea'),
    lng: field.lng(),
    lat: field.lat(),
    floor: field.number({ zh: '楼层', en: 'Floor' }, { min: -20, max: 200 }),
    heading: field.number(
      { zh: '方位角', en: 'Heading' },
      { min: 0, max: 359.9, unit: '°', digits: 1, hint: { zh: '正北为 0，顺时针', en: 'North is 0, clockwise' } },
    ),
    fov: field.number({ zh: '视角', en: 'Field of view' }, { min: 1, max: 360, unit: '°', digits: 1 }),
    range: field.number({ zh: '可视距离', en: 'Range' }, { min: 1, max: 5_000, unit: 'm' }),
    ipAddress: field.text({ zh: 'IP地址', en: 'IP address' }, 64, { notOnWalls: true }),
    port: field.number({ zh: '端口', en: 'Port' }, { min: 1, max: 65_535, notOnWalls: true }),
    channelId: field.pattern({ zh: '通道编码', en: 'Channel ID' }, /^\d{20}$/, 'not 20 digits'),
    civilCode: field.pattern({ zh: '行政区域', en: 'Administrative region' }, /^\d{2,8}$/, 'not 2 to 8 digits'),
    parentId: field.pattern({ zh: '上级设备编码', en: 'Parent device ID' }, /^\d{20}$/, 'not 20 digits'),
    businessGroupId: field.pattern({ zh: '业务分组编码', en: 'Business group ID' }, /^\d{20}$/, 'not 20 digits'),
    streamMode: field.chosen({ zh: '码流传输', en: 'Stream transport' }, streamMode, 'tcpPassive'),
    resolution: field.text({ zh: '分辨率', en: 'Resolution' }, 32),
    enable: field.flag({ zh: '状态', en: 'Status' }, enabledFlag, 1),
    remark: field.long({ zh: '备注', en: 'Remark' }, 500),
  },
  shown: {
    online: health.online,
    lastSeen: field.time({ zh: '最近注册', en: 'Last registered' }),
  },
  title: 'name',
  key: 'gbDeviceId',
  search: ['name', 'gbDeviceId', 'ipAddress', 'address'],
  filters: ['ptzType', 'roomType', 'areaId', 'enable'],
})
