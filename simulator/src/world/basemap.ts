import type { Basemap } from '@vigil/contract/site/entities.ts'
import { circle, rectangle, stadium, type Metres } from './geometry.ts'
import { roads, toLngLat, way } from './plan.ts'

type Kind = Basemap['features'][number]['properties']['kind']
type Feature = Basemap['features'][number]

const close = (ring: readonly Metres[]): [number, number][] => [...ring, ...ring.slice(0, 1)].map(toLngLat)
const area = (kind: Kind, name: string, nameEn: string, ring: readonly Metres[]): Feature => ({
  type: 'Feature',
  properties: { kind, name, nameEn },
  geometry: { type: 'Polygon', coordinates: [close(ring)] },
})
const line = (kind: Kind, name: string, nameEn: string, points: readonly Metres[], width: number): Feature => ({
  type: 'Feature',
  properties: { kind, name, nameEn, width },
  geometry: { type: 'LineString', coordinates: points.map(toLngLat) },
})
const building = (name: string, nameEn: string, x: number, y: number, width: number, height: number): Feature =>
  area('building', name, nameEn, rectangle(x, y, width, height))
const silo = (name: string, nameEn: string, x: number, y: number, radius: number): Feature =>
  area('silo', name, nameEn, circle(x, y, radius))

const wall: readonly Metres[] = way('318,146 362,100 1328,100 1372,146 1372,852 318,852')

/** The plan as it is drawn under everything, from the ground up. */
export const createBasemap = (): Basemap => ({
  type: 'FeatureCollection',
  features: [
    area('ground', '', '', rectangle(-600, -500, 2900, 2000)),
    area(
      'water',
      '青弋江',
      'Qingyi River',
      way(
        '-600,985 -60,968 240,952 520,958 800,966 1100,948 1380,958 1600,962 1800,940 2300,915 2300,1080 1700,1100 900,1110 200,1100 -600,1125',
      ),
    ),
    area('site', '', '', wall),
    area('green', '', '', rectangle(357, 556, 205, 230)),
    area('green', '', '', rectangle(357, 424, 205, 78)),
    area('green', '', '', rectangle(1255, 690, 62, 86)),
    ...roads.map(({ name, nameEn, line: points, width }) => line('road', name, nameEn, points, width)),
    line('wall', '', '', [...wall, [318, 146]], 2.5),
    area('storage', '原料堆场', 'Raw stockpile', stadium(370, 205, 190, 96)),
    area('storage', '辅料棚', 'Additives shed', rectangle(370, 326, 190, 72)),
    area('storage', '煤堆场', 'Coal yard', rectangle(822, 352, 130, 104)),
    building('破碎', 'Crusher', 365, 112, 84, 34),
    building('原料磨', 'Raw mill', 612, 208, 92, 78),
    silo('', '', 640, 247, 16),
    silo('', '', 676, 247, 16),
    silo('生料库', 'Raw-meal silo', 746, 247, 32),
    building('预热器 YRQ', 'Preheater YRQ', 836, 196, 92, 108),
    silo('', '', 858, 218, 12),
    silo('', '', 906, 218, 12),
    silo('', '', 858, 250, 12),
    silo('', '', 906, 250, 12),
    silo('', '', 882, 282, 12),
    building('回转窑', 'Rotary kiln', 928, 241, 196, 26),
    ...[956, 1008, 1060, 1100].map((x) => building('', '', x, 236, 9, 36)),
    building('篦冷机', 'Grate cooler', 1124, 218, 92, 72),
    building('余热锅炉', 'Waste-heat boiler', 1238, 196, 62, 62),
    building('氨水罐区', 'Ammonia tanks', 836, 112, 92, 38),
    ...[856, 882, 908].map((x) => silo('', '', x, 131, 11)),
    building('余热发电', 'Waste-heat power', 1000, 112, 120, 38),
    silo('熟料库', 'Clinker silo', 1245, 428, 62),
    silo('', '', 1245, 428, 44),
    building('煤磨 MM', 'Coal mill MM', 1000, 352, 104, 92),
    silo('', '', 1026, 380, 15),
    silo('', '', 1026, 418, 13),
    building('', '', 1054, 364, 38, 68),
    building('中控室', 'Control room', 612, 352, 120, 62),
    building('化验室', 'Laboratory', 612, 432, 120, 46),
    building('办公楼', 'Office building', 358, 574, 134, 62),
    building('食堂', 'Canteen', 358, 664, 90, 46),
    area('parking', '停车场', 'Car park', rectangle(468, 664, 80, 112)),
    building('机修车间', 'Workshop', 612, 566, 140, 70),
    building('备件库', 'Spare-parts store', 612, 660, 140, 56),
    building('变电站', 'Substation', 612, 738, 66, 42),
    ...[588, 648].flatMap((y) =>
      [846, 908, 970].map((x) =>
        silo(x === 908 && y === 588 ? '水泥库' : '', x === 908 && y === 588 ? 'Cement silos' : '', x, y, 27),
      ),
    ),
    building('包装车间', 'Packing plant', 822, 702, 158, 70),
    building('散装站', 'Bulk loading', 1010, 708, 92, 56),
    building('水泥磨 SNM', 'Cement mill SNM', 1052, 564, 160, 96),
    building('', '', 1070, 582, 92, 22),
    building('', '', 1070, 620, 92, 22),
    building('', '', 1172, 580, 30, 64),
    area('water', '消防池', 'Fire-water pond', rectangle(1246, 572, 66, 56)),
    silo('粉煤灰库', 'Fly-ash silos', 1150, 736, 22),
    silo('', '', 1202, 736, 22),
    building('地磅', 'Weighbridge', 1236, 790, 44, 20),
    ...conveyors.map((points) => line('conveyor', '', '', points, 4)),
    line('conveyor', '斜拉链 XLL', 'Inclined chain XLL', way('1176,290 1226,366'), 14),
    area('gate', '西门', 'West gate', rectangle(310, 502, 16, 36)),
    area('gate', '东门', 'East gate', rectangle(1364, 782, 16, 36)),
  ],
})

const conveyors: readonly (readonly Metres[])[] = [
  way('560,253 612,253'),
  way('704,247 714,247'),
  way('778,247 836,247'),
  way('560,362 596,300'),
  way('952,404 1000,404'),
  way('1050,352 1050,267'),
  way('1245,487 1190,566'),
  way('1052,612 1000,612'),
  way('910,672 910,700'),
]
