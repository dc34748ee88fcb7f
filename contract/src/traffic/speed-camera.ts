import { enabledFlag } from '../kernel/enabled.ts'
import { field } from '../kernel/field.ts'
import { noun } from '../kernel/noun.ts'

/** A place where the speed of vehicles is measured. */
export const speedCamera = noun({
  name: 'speedCamera',
  word: { zh: '测速点', en: 'speed camera' },
  words: { zh: '测速点', en: 'speed cameras' },
  route: 'speedOverMgmt',
  fields: {
    name: field.name({ zh: '名称', en: 'Name' }, 64),
    ip: field.required({ zh: 'IP地址', en: 'IP address' }, 64, {
      notOnWalls: true,
      hint: { zh: '设备上报所用的地址', en: 'The address from which the device reports' },
    }),
    place: field.required({ zh: '测速地点', en: 'Location' }, 64),
    limit: field.requiredNumber(
      { zh: '限速', en: 'Speed limit' },
      {
        min: 5,
        max: 120,
        unit: 'km/h',
        hint: {
          zh: '主干道 30，其他道路 20，路口和装卸区 15',
          en: 'Main roads 30, other roads 20, crossings and loading areas 15',
        },
      },
    ),
    direction: field.text({ zh: '方向', en: 'Direction' }, 32),
    linkedCameraId: field.ref({ zh: '联动摄像机', en: 'Camera' }, 'camera'),
    linkedScreen: field.text({ zh: '情报屏', en: 'Message screen' }, 64),
    linkedSpeaker: field.text({ zh: '音柱', en: 'Speaker' }, 64),
    deptId: field.ref({ zh: '部门', en: 'Department' }, 'dept'),
    lng: field.lng(),
    lat: field.lat(),
    enable: field.flag({ zh: '状态', en: 'Status' }, enabledFlag, 1),
    remark: field.long({ zh: '备注', en: 'Remark' }, 500),
  },
  shown: { lastSeen: field.time({ zh: '最近上报', en: 'Last report' }) },
  title: 'name',
  key: 'ip',
  search: ['name', 'ip', 'place'],
  filters: ['enable'],
})
