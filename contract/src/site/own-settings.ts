import type { z } from 'zod'
import { field, type Field } from '../kernel/field.ts'
import { setting, settings } from '../kernel/setting.ts'
import { latitude, longitude } from '../kernel/shapes.ts'
import type { Text } from '../kernel/text.ts'
import { settingGroups } from '../menu/setting-groups.ts'
import { basemapDatum } from './entities.ts'

const { site, map } = settingGroups

const degrees = <S extends z.ZodNumber>(label: Text, as: 'lng' | 'lat', range: S): Field<S, S> => ({
  label,
  as: { kind: as },
  sent: range,
  kept: range,
})
/** Where a site is until somebody says: in the middle of Beijing. */
const nowhere = { lng: 116.3913, lat: 39.9075 }
const lng = (label: Text) => setting(degrees(label, 'lng', longitude), { group: map, preset: nowhere.lng })
const lat = (label: Text) => setting(degrees(label, 'lat', latitude), { group: map, preset: nowhere.lat })
const usualZoom = 16

/** What the site says of itself. */
export const ownSettings = settings({
  name: setting(field.name({ zh: '站点名称', en: 'Site name' }, 64), { group: site, preset: '未命名站点' }),
  safeSince: setting(
    field.day(
      { zh: '安全生产起始日', en: 'Accident-free since' },
      {
        hint: {
          zh: '首页的安全生产天数从这一天算起，留空不显示',
          en: 'The home screen counts accident-free days from this date; leave empty to hide them',
        },
      },
    ),
    { group: site, preset: '' },
  ),
  centerLng: lng({ zh: '地图中心经度', en: 'Longitude of the map centre' }),
  centerLat: lat({ zh: '地图中心纬度', en: 'Latitude of the map centre' }),
  defaultLng: lng({ zh: '无定位安全帽的经度', en: 'Longitude of helmets without a position' }),
  defaultLat: lat({ zh: '无定位安全帽的纬度', en: 'Latitude of helmets without a position' }),
  zoom: setting(
    field.presetNumber(
      { zh: '地图缩放级别', en: 'Map zoom level' },
      {
        min: 0,
        max: 22,
        digits: 1,
        preset: usualZoom,
        hint: { zh: `0–22，默认 ${usualZoom}`, en: `0–22, default ${usualZoom}` },
      },
    ),
    { group: map, preset: usualZoom },
  ),
  basemapDatum: setting(
    field.chosen({ zh: '底图坐标系', en: 'Coordinates of the basemap' }, basemapDatum, basemapDatum.code.wgs84, {
      hint: {
        zh: '底图取自国内地图时选 GCJ-02，绘制时校正；位置一律按 WGS-84 保存',
        en: 'GCJ-02 for a basemap taken from a map of China: it is put right as it is drawn. Positions are always kept in WGS-84',
      },
    }),
    { group: map, preset: basemapDatum.code.wgs84 },
  ),
})
