import { circle, rectangle, type Metres } from './geometry.ts'

/** Where the plan's drawing lies in the world: an invented plant in Anhui. */
export const siteCentre = { lng: 118.362, lat: 31.178 } as const
const centreOnDrawing: Metres = [845, 476]

const phi = (siteCentre.lat * Math.PI) / 180
/** Metres in one degree at the site, from the series for the WGS-84 ellipsoid. */
const metresPerLatitude = 111_132.92 - 559.82 * Math.cos(2 * phi) + 1.175 * Math.cos(4 * phi)
const metresPerLongitude = 111_412.84 * Math.cos(phi) - 93.5 * Math.cos(3 * phi) + 0.118 * Math.cos(5 * phi)

/** WGS-84 degrees, rounded to a centimetre. */
export const toLngLat = ([x, y]: Metres): [lng: number, lat: number] => [
  round7(siteCentre.lng + (x - centreOnDrawing[0]) / metresPerLongitude),
  round7(siteCentre.lat - (y - centreOnDrawing[1]) / metresPerLatitude),
]
export const toMetres = (lng: number, lat: number): Metres => [
  centreOnDrawing[0] + (lng - siteCentre.lng) * metresPerLongitude,
  centreOnDrawing[1] - (lat - siteCentre.lat) * metresPerLatitude,
]
const round7 = (value: number): number => Math.round(value * 1e7) / 1e7

export interface Road {
  readonly name: string
  readonly nameEn: string
  /** Metres. */
  readonly width: number
  /** Signed limit, km/h. */
  readonly limit: number
  readonly line: readonly Metres[]
}

/** Points as a drawing has them: `x,y x,y …`. */
export const way = (points: string): Metres[] =>
  points.split(' ').map((pair): Metres => {
    const [x = Number.NaN, y = Number.NaN] = pair.split(',').map(Number)
    return [x, y]
  })

const road = (name: string, nameEn: string, limit: number, line: readonly Metres[], width = 18): Road => ({
  name,
  nameEn,
  width,
  limit,
  line,
})

export const roads: readonly Road[] = [
  road('中央大道', 'Central Avenue', 30, way('318,520 1335,520')),
  road('物流大道', 'Logistics Avenue', 30, way('585,800 1372,800')),
  road('', '', 20, way('345,165 1335,165')),
  road('', '', 20, way('1335,165 1335,800')),
  road('', '', 20, way('585,165 585,815')),
  road('', '', 20, way('790,165 790,800')),
  road('', '', 20, way('345,165 345,815 585,815')),
  road('', '', 40, way('318,520 120,520 120,905'), 20),
  road('', '', 40, way('1372,800 1560,800 1560,905'), 20),
  road('省道', 'Provincial road', 40, way('-60,905 1800,905'), 20),
]

/** A part of the plant where people work: its outline, the ways people take in it, and the way to it. */
export interface Place {
  readonly name: string
  readonly nameEn: string
  readonly ring: readonly Metres[]
  /** Footpaths along which its people stop and work. */
  readonly walks: readonly (readonly Metres[])[]
  /** Footpaths that only lead there. */
  readonly links: readonly (readonly Metres[])[]
}
const place = (
  name: string,
  nameEn: string,
  ring: readonly Metres[],
  walks: readonly (readonly Metres[])[],
  links: readonly (readonly Metres[])[] = [],
): Place => ({ name, nameEn, ring, walks, links })

const clinkerWalk = circle(1245, 428, 34, 12)

export const places = {
  rawStockpile: place(
    '原料堆场',
    'Raw stockpile',
    rectangle(358, 193, 214, 217),
    [way('380,253 420,228 520,228 545,253 520,280 420,280 380,253'), way('465,312 465,362 392,362'), way('465,362 540,362')],
    [way('345,253 380,253'), way('520,228 585,228'), way('465,280 465,312')],
  ),
  crusher: place('破碎', 'Crusher', rectangle(365, 108, 84, 42), [way('376,133 438,133')], [way('407,165 407,133')]),
  rawMill: place(
    '原料磨',
    'Raw mill',
    rectangle(604, 200, 180, 106),
    [way('625,296 658,296 658,222 692,222 692,270 658,270 622,270 622,225 658,222'), way('658,296 746,292 778,292')],
    [way('585,296 625,296'), way('778,292 790,292')],
  ),
  preheater: place(
    '预热器 YRQ',
    'Preheater YRQ',
    rectangle(822, 182, 122, 136),
    [way('848,308 848,206 872,206 872,296 848,296'), way('848,256 872,256'), way('872,296 930,296 930,262 896,262 896,296')],
    [way('790,308 848,308')],
  ),
  kiln: place(
    '回转窑',
    'Rotary kiln',
    rectangle(944, 212, 180, 88),
    [way('945,291 1112,291'), way('966,224 1108,224')],
    [way('930,291 945,291'), way('1050,165 1050,224')],
  ),
  cooler: place(
    '篦冷机',
    'Grate cooler',
    rectangle(1124, 212, 96, 92),
    [way('1136,298 1136,244 1204,244 1204,298 1136,298')],
    [way('1112,291 1136,298'), way('1204,298 1335,298')],
  ),
  boiler: place(
    '余热锅炉',
    'Waste-heat boiler',
    rectangle(1232, 190, 74, 90),
    [way('1244,268 1244,206 1296,206 1296,268 1244,268')],
    [way('1296,268 1335,268')],
  ),
  power: place(
    '余热发电',
    'Waste-heat power plant',
    rectangle(1000, 108, 120, 46),
    [way('1012,133 1108,133')],
    [way('1060,165 1060,133')],
  ),
  inclinedChain: place(
    '斜拉链 XLL',
    'Inclined chain XLL',
    way('1150,306 1206,306 1240,356 1198,381'),
    [way('1164,304 1208,370')],
    [way('1164,304 1160,298'), way('1208,370 1228,400')],
  ),
  clinkerSilo: place(
    '熟料库',
    'Clinker silo',
    circle(1245, 428, 64),
    [[...clinkerWalk, clinkerWalk[0] ?? [1245, 394]]],
    [way('1228,400 1245,428'), way('1245,428 1335,428'), way('1245,428 1272,520')],
  ),
  coalYard: place(
    '煤堆场',
    'Coal yard',
    rectangle(816, 346, 140, 116),
    [way('836,404 870,372 934,372 934,388'), way('836,404 836,442 934,442 934,420')],
    [way('790,404 836,404')],
  ),
  coalMill: place(
    '煤磨 MM',
    'Coal mill MM',
    rectangle(984, 338, 136, 120),
    [way('1016,360 1030,360 1030,434 1016,434 1016,360'), way('1016,434 1016,451 1030,451'), way('1016,360 1016,345 1030,345')],
    [way('1016,291 1016,345'), way('1016,451 1016,520'), way('1030,451 1112,451'), way('1030,345 1112,345')],
  ),
  coalMillEast: place('煤磨东侧通道', 'Coal mill, east side', rectangle(1102, 338, 18, 120), [way('1112,345 1112,451')]),
  controlRoom: place(
    '中控室',
    'Control room',
    rectangle(612, 352, 120, 62),
    [way('622,383 722,383 722,364 622,364 622,383'), way('672,364 672,402')],
    [way('585,383 622,383')],
  ),
  laboratory: place(
    '化验室',
    'Laboratory',
    rectangle(612, 432, 120, 46),
    [way('622,455 722,455'), way('672,442 672,470')],
    [way('672,470 672,520'), way('672,402 672,442')],
  ),
  office: place(
    '办公楼',
    'Office building',
    rectangle(346, 568, 152, 74),
    [way('362,600 482,600 482,584 362,584 362,624 482,624 482,600'), way('420,584 420,624')],
    [way('420,520 420,584'), way('345,600 362,600')],
  ),
  canteen: place(
    '食堂',
    'Canteen',
    rectangle(352, 660, 96, 54),
    [way('362,674 438,674 438,700 362,700 362,674')],
    [way('420,624 420,674'), way('438,690 480,690'), way('345,690 362,690')],
  ),
  parking: place('停车场', 'Car park', rectangle(468, 664, 80, 112), [way('480,690 498,690 498,762')], [way('498,720 508,720')]),
  workshop: place(
    '机修车间',
    'Workshop',
    rectangle(606, 560, 152, 82),
    [way('622,600 742,600 742,578 622,578 622,626 742,626 742,600'), way('682,578 682,626')],
    [way('585,600 622,600')],
  ),
  spareParts: place(
    '备件库',
    'Spare-parts store',
    rectangle(606, 654, 152, 68),
    [way('622,688 742,688 742,672 622,672 622,706 742,706')],
    [way('585,688 622,688'), way('742,688 790,688')],
  ),
  cementSilos: place(
    '水泥库',
    'Cement silos',
    rectangle(814, 556, 188, 124),
    [way('812,618 986,618'), way('877,560 877,682'), way('939,560 939,682')],
    [way('790,618 812,618'), way('877,520 877,560'), way('939,520 939,560')],
  ),
  packing: place(
    '包装车间',
    'Packing plant',
    rectangle(816, 692, 170, 88),
    [way('834,737 968,737 968,714 834,714 834,760 968,760 968,737'), way('877,714 877,760'), way('939,714 939,760')],
    [way('790,737 834,737'), way('877,682 877,714'), way('939,682 939,714')],
  ),
  bulkLoading: place(
    '散装站',
    'Bulk loading',
    rectangle(1004, 702, 104, 68),
    [way('1022,720 1092,720'), way('1056,720 1056,756')],
    [way('1056,756 1056,800'), way('968,714 1022,720')],
  ),
  cementMill: place(
    '水泥磨 SNM',
    'Cement mill SNM',
    rectangle(1046, 558, 172, 108),
    [way('1064,574 1188,574 1188,612 1064,612 1064,574'), way('1064,612 1064,650 1188,650 1188,612'), way('1132,574 1132,650')],
    [way('1132,520 1132,574'), way('1188,650 1335,650')],
  ),
  flyAsh: place(
    '粉煤灰库',
    'Fly-ash silos',
    rectangle(1122, 708, 108, 56),
    [way('1176,706 1176,768')],
    [way('1176,650 1176,706'), way('1176,768 1176,800')],
  ),
  eastGate: place('东门', 'East gate', rectangle(1340, 776, 44, 48), [way('1352,812 1364,812')], [way('1352,800 1352,812')]),
  westGate: place('西门', 'West gate', rectangle(306, 496, 44, 48), [way('326,534 338,534')], [way('332,520 332,534')]),
} as const satisfies Readonly<Record<string, Place>>
export type PlaceKey = keyof typeof places

const bays = (from: number, to: number, count: number, y: number, depth: number): Metres[][] =>
  Array.from({ length: count }, (_, at): Metres[] => {
    const x = Math.round(from + ((to - from) * at) / (count - 1))
    return [
      [x, y],
      [x, y + depth],
    ]
  })
const stalls = [673, 691, 709, 727, 745, 763].flatMap((y): Metres[][] => [
  [
    [508, y],
    [486, y],
  ],
  [
    [508, y],
    [530, y],
  ],
])

/** Lanes beside the roads that vehicles use at walking pace; the end of a bay is where one stands. */
export const yards: readonly (readonly Metres[])[] = [
  way('345,312 585,312'),
  way('465,312 465,266 412,266'),
  way('465,266 512,266'),
  way('420,312 420,348 400,348'),
  way('510,312 510,348'),
  way('790,412 856,412 856,430 912,430'),
  way('856,412 900,384'),
  way('585,720 508,720'),
  way('508,673 508,763'),
  ...stalls,
  ...bays(846, 956, 6, 800, -18),
  ...bays(1036, 1084, 3, 800, -44),
  way('585,650 626,650 740,650'),
  way('790,700 822,700'),
  way('1150,800 1150,772'),
  way('1335,684 1305,684 1305,672'),
  way('1305,684 1290,684'),
]

/** Where vehicles of a kind of work stop. */
export const stops = {
  weighbridge: [[1258, 800]],
  eastOutside: [
    [1700, 905],
    [1660, 905],
    [1620, 905],
  ],
  westOutside: [
    [20, 905],
    [60, 905],
  ],
  packingBays: bays(846, 956, 6, 782, 0).map(([bay]) => bay ?? [846, 782]),
  bulkBays: bays(1036, 1084, 3, 756, 0).map(([bay]) => bay ?? [1036, 756]),
  rawStockpile: [
    [412, 266],
    [512, 266],
    [400, 348],
    [510, 348],
    [465, 312],
  ],
  coalYard: [
    [912, 430],
    [900, 384],
    [856, 430],
  ],
  parkingStalls: stalls.map((line) => line[1] ?? [508, 720]),
  spareParts: [
    [626, 650],
    [740, 650],
    [682, 650],
  ],
  packingSide: [
    [822, 700],
    [790, 737],
  ],
  flyAsh: [[1150, 772]],
  fireStation: [
    [1305, 672],
    [1290, 684],
  ],
} as const satisfies Readonly<Record<string, readonly Metres[]>>
export type StopKey = keyof typeof stops
