import type { z } from 'zod'
import { field, type Field } from '../kernel/field.ts'
import { noun } from '../kernel/noun.ts'
import { latitude, longitude, timeOfDay } from '../kernel/shapes.ts'
import type { Text } from '../kernel/text.ts'

const seconds = { zh: '秒', en: 's' } as const
const days = { zh: '天', en: 'd' } as const
const minutes = { zh: '分钟', en: 'min' } as const
const sessions = { zh: '个', en: 'sessions' } as const
const percent = { zh: '%', en: '%' } as const

/** A setting with its range and what it is unless somebody chooses otherwise. */
const setting = (
  label: Text,
  unit: Text,
  [min, max]: readonly [number, number],
  preset: number,
  besides: Text = { zh: '', en: '' },
) =>
  field.presetNumber(label, {
    min,
    max,
    unit,
    preset,
    hint: {
      zh: `${min}–${max} ${unit.zh}，默认 ${preset}${besides.zh}`,
      en: `${min} to ${max} ${unit.en}, ${preset} unless said${besides.en}`,
    },
  })

const degrees = <S extends z.ZodNumber>(label: Text, as: 'lng' | 'lat', range: S): Field<S, S> => ({
  label,
  as: { kind: as },
  sent: range,
  kept: range,
})

/** What holds for the whole site: one record. */
export const siteSettings = noun({
  name: 'site',
  word: { zh: '站点', en: 'site' },
  words: { zh: '站点', en: 'sites' },
  route: 'siteMgmt',
  fields: {
    name: field.name({ zh: '站点名称', en: 'Name of the site' }, 64),
    safeSince: field.day(
      { zh: '安全生产起始日', en: 'Without accident since' },
      {
        hint: {
          zh: '首页的安全生产天数从这一天算起，留空不显示',
          en: 'The home screen counts the days from it; none shown when empty',
        },
      },
    ),
    centerLng: degrees({ zh: '地图中心经度', en: 'Longitude of the map’s middle' }, 'lng', longitude),
    centerLat: degrees({ zh: '地图中心纬度', en: 'Latitude of the map’s middle' }, 'lat', latitude),
    zoom: field.presetNumber(
      { zh: '地图缩放级别', en: 'Zoom of the map' },
      { min: 0, max: 22, digits: 1, preset: 16, hint: { zh: '0–22，默认 16', en: '0 to 22, 16 unless said' } },
    ),
    defaultLng: degrees({ zh: '无定位安全帽的经度', en: 'Longitude of helmets without a fix' }, 'lng', longitude),
    defaultLat: degrees({ zh: '无定位安全帽的纬度', en: 'Latitude of helmets without a fix' }, 'lat', latitude),

    personOffline: setting({ zh: '人员设备离线', en: 'People’s devices are offline after' }, seconds, [60, 3_600], 300),
    carOffline: setting({ zh: '车辆离线', en: 'Vehicles are offline after' }, seconds, [60, 7_200], 600),
    personStale: setting({ zh: '人员位置变旧', en: 'A person’s place is old after' }, seconds, [10, 600], 30),
    carStale: setting({ zh: '车辆位置变旧', en: 'A vehicle’s place is old after' }, seconds, [10, 600], 60),
    lowBattery: setting({ zh: '低电量', en: 'Battery is low at' }, percent, [5, 50], 20),

    workFrom: field.requiredPattern({ zh: '上班时间', en: 'Work begins' }, ...timeOfDay),
    workTo: field.requiredPattern({ zh: '下班时间', en: 'Work ends' }, ...timeOfDay),

    lockMinutes: setting({ zh: '无操作后锁屏', en: 'Screens lock when unused for' }, minutes, [0, 480], 15, {
      zh: '，0 为不锁屏；大屏账号不受此限',
      en: '; 0 never, nor does the screen of a wall display',
    }),
    sessionsPerAccount: setting({ zh: '每个账号最多会话', en: 'Sessions of one account' }, sessions, [1, 100], 10),

    positionDays: setting({ zh: '定位记录保留', en: 'Positions are kept' }, days, [1, 3_650], 365),
    alarmDays: setting({ zh: '已处理报警保留', en: 'Handled alarms are kept' }, days, [180, 3_650], 1_095),
    journalDays: setting({ zh: '系统日志保留', en: 'The system log is kept' }, days, [180, 3_650], 730),
    exportDays: setting({ zh: '导入导出文件保留', en: 'Files of imports and exports are kept' }, days, [1, 365], 7),
  },
  title: 'name',
  key: 'name',
  search: [],
  imports: false,
})
export type Site = z.output<(typeof siteSettings)['record']>
