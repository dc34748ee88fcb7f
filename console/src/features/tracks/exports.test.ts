import { createTrack } from '@vigil/contract/positions/track-columns.ts'
import { unknown16 } from '@vigil/contract/positions/frame.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { setSiteZone } from '../../shared/time/site-time.ts'
import { figuresCsv, fileNameOf, fixesCsv, gpx, kml, toldOf } from './exports.ts'
import { recordedOf } from './recorded.ts'

const startAt = Date.UTC(2026, 10, 24, 0, 0, 0, 250)
/** Three fixes, and one after a gap. */
const recorded = (userName: string | null) => {
  const track = createTrack(4)
  ;[0, 5, 10, 600].forEach((at, index) => {
    track.time[index] = at * 1000
    track.lng[index] = 1_183_620_000 + at * 1_000
    track.lat[index] = 311_780_000
    track.speed[index] = index === 1 ? 36 : unknown16
    track.course[index] = index === 1 ? 900 : unknown16
  })
  const device = { deviceType: 'hat', deviceId: '8649', label: 'H-1', userId: null, deptId: null, deptName: '生料,车间' } as const
  return recordedOf({ id: 1, ...device, userName, columns: btoa(String.fromCharCode(...track.bytes)) })
}
const exported = (userName: string | null, language: 'zh' | 'en' = 'zh') => ({ tracks: [recorded(userName)], startAt, language })
afterEach(() => setSiteZone('Asia/Shanghai'))

describe('what is exported', () => {
  test('has a row for each fix, its time with the offset of the site', () => {
    const rows = fixesCsv(exported('王强')).join('').split('\r\n')
    expect(rows[0]).toBe('\u{FEFF}设备类型,设备编号,名称,人员,部门,段,时间,经度,纬度,速度（km/h）,航向（°）')
    expect(rows[1]).toBe('安全帽,8649,H-1,王强,"生料,车间",1,2026-11-24T08:00:00.250+08:00,118.362,31.178,,')
    expect(rows[2]).toContain('2026-11-24T08:00:05.250+08:00,118.3625,31.178,3.6,90')
    expect(rows[4]).toContain(',2,2026-11-24T08:10:00.250+08:00,')
    expect(rows).toHaveLength(6)
    setSiteZone('America/St_Johns')
    expect(fixesCsv(exported(null, 'en')).join('')).toContain('Helmet,8649,H-1,,"生料,车间",1,2026-11-23T20:30:00.250-03:30,')
  })

  test('says of each device what the screen says', () => {
    const [, , row] = figuresCsv(exported('王强'))
    expect(row).toBe('安全帽,8649,H-1,王强,"生料,车间",4,1,1,0.1,0,0,3.6\r\n')
    expect(toldOf(recorded('王强'), 'zh')).toBe('0.10 公里 · 停留 0 次 · 最高 3.6 km/h')
    expect(toldOf(recorded('王强'), 'en')).toBe('0.10 km · 0 stops · top 3.6 km/h')
    for (const write of [gpx, kml]) expect(write(exported('王强')).join('')).toContain('0.10 公里 · 停留 0 次 · 最高 3.6 km/h')
  })

  test('takes no name for a formula, and none for markup', () => {
    expect(fixesCsv(exported('=HYPERLINK("x")')).join('')).toContain(`H-1,"'=HYPERLINK(""x"")",`)
    for (const write of [gpx, kml]) {
      const text = write(exported('<b>&"\'\u{1}\u{D800}')).join('')
      expect(text).toContain('<name>&lt;b&gt;&amp;&quot;&apos;\u{FFFD} H-1</name>')
    }
  })

  test('parts a way where it has a gap', () => {
    const [of] = [exported('王强')]
    const text = gpx(of).join('')
    expect(text.match(/<trkseg>\n(?:<trkpt .*\n)+<\/trkseg>/g)).toHaveLength(2)
    expect(text.match(/<trkpt lat="31.178" lon="118\.\d+"><time>2026-11-24T08:/g)).toHaveLength(4)
    // A line has two ends: the fix after the gap is a point.
    const shapes = kml(of).join('')
    expect(shapes.match(/<LineString>/g)).toHaveLength(1)
    expect(shapes).toContain('<LineString><coordinates>118.362,31.178 118.3625,31.178 118.363,31.178</coordinates></LineString>')
    expect(shapes.match(/<Point>/g)).toHaveLength(1)
  })

  test('is called as other exports are', () => {
    expect(fileNameOf('gpx', 'zh', Date.UTC(2026, 10, 24))).toBe('历史轨迹-20261124-080000.gpx')
    expect(fileNameOf('figures', 'en', Date.UTC(2026, 10, 24))).toBe('track figures-20261124-080000.csv')
  })
})
