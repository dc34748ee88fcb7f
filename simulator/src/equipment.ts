import { newestFirmware, olderFirmware } from './cast.ts'
import { between, courseOf, type Metres } from './world/geometry.ts'
import { places, type PlaceKey } from './world/plan.ts'

/** What stands still in the plant: buildings, beacons, cameras, gates, gateways, hazards; and the words the site keeps. */

const pad = (value: number, digits: number): string => String(value).padStart(digits, '0')
const middleOf = (ring: readonly Metres[]): Metres => [
  ring.reduce((sum, [x]) => sum + x, 0) / ring.length,
  ring.reduce((sum, [, y]) => sum + y, 0) / ring.length,
]
const middle = (key: PlaceKey): Metres => middleOf(places[key].ring)

interface BuildingRecord {
  readonly name: string
  readonly code: string
  readonly place: PlaceKey
  readonly department: string
  readonly floors: readonly { readonly level: number; readonly name: string; readonly width: number; readonly height: number }[]
}
const storeys = (names: readonly string[], width: number, height: number): BuildingRecord['floors'] =>
  names.map((name, at) => ({ level: at + 1, name, width, height }))

export const buildings: readonly BuildingRecord[] = [
  {
    name: '主控楼',
    code: 'JZ-01',
    place: 'controlRoom',
    department: '中央控制室',
    floors: storeys(['一层', '二层', '三层'], 48, 24),
  },
  {
    name: '办公楼',
    code: 'JZ-02',
    place: 'office',
    department: '行政人事科',
    floors: storeys(['一层', '二层', '三层', '四层'], 60, 22),
  },
  {
    name: '水泥磨房',
    code: 'JZ-03',
    place: 'cementMill',
    department: '水泥磨工段',
    floors: storeys(['±0.00 平台', '7.50 平台', '15.00 平台'], 80, 40),
  },
  {
    name: '预热器塔',
    code: 'JZ-04',
    place: 'preheater',
    department: '预热器工段',
    floors: storeys(['地面', '一级平台', '二级平台', '三级平台', '四级平台', '五级平台'], 36, 30),
  },
  { name: '煤磨房', code: 'JZ-05', place: 'coalMill', department: '煤磨工段', floors: storeys(['一层', '二层', '三层'], 40, 30) },
  { name: '包装车间', code: 'JZ-06', place: 'packing', department: '包装工段', floors: storeys(['一层', '二层'], 70, 36) },
]

interface BeaconRecord {
  readonly name: string
  readonly minor: number
  readonly type: 'positioning' | 'hazard' | 'assembly'
  readonly building: string | null
  readonly floor: number | null
  /** Metres on the floor's plan. */
  readonly x: number | null
  readonly y: number | null
  readonly at: Metres
  readonly department: string
}
const perFloor = 3
const beaconsOf = ({ name, place, department, floors }: BuildingRecord, first: number): BeaconRecord[] =>
  floors.flatMap(({ level, name: storey, width, height }, row) =>
    Array.from({ length: perFloor }, (_, at): BeaconRecord => {
      const [x, y] = [((at + 0.5) * width) / perFloor, height / 2]
      const [mx, my] = middle(place)
      return {
        name: `${name}${storey}-${at + 1}`,
        minor: first + row * perFloor + at,
        type: 'positioning',
        building: name,
        floor: level,
        x,
        y,
        at: [mx + x - width / 2, my],
        department,
      }
    }),
  )

interface HazardRecord {
  readonly name: string
  readonly code: string
  readonly riskLevel: 1 | 2 | 3 | 4
  readonly riskFactor: string
  readonly area: string
  readonly equipCode: '' | 'SNM' | 'YRQ' | 'MM' | 'XLL'
  readonly department: string
  readonly responsible: string
  readonly beaconMinor: number
  readonly at: Metres
  readonly measures: string
  readonly voiceText: string
}
const hazard = (
  name: string,
  key: PlaceKey,
  [dx, dy]: Metres,
  riskLevel: HazardRecord['riskLevel'],
  riskFactor: string,
  department: string,
  measures: string,
  voiceText: string,
  equipCode: HazardRecord['equipCode'] = '',
): Omit<HazardRecord, 'code' | 'beaconMinor'> => {
  const [x, y] = middle(key)
  return {
    name,
    riskLevel,
    riskFactor,
    area: places[key].name,
    equipCode,
    department,
    responsible: '',
    at: [x + dx, y + dy],
    measures,
    voiceText,
  }
}
const firstHazardMinor = 20_001
export const hazards: readonly HazardRecord[] = [
  hazard(
    '煤磨袋收尘器',
    'coalMill',
    [12, -20],
    1,
    'coalDust',
    '煤磨工段',
    '一氧化碳和温度在线监测，停机置换合格后方可进入',
    '前方煤粉收尘器，禁止烟火，非作业人员请离开',
    'MM',
  ),
  hazard(
    '煤粉仓',
    'coalMill',
    [-10, 18],
    1,
    'coalDust',
    '煤磨工段',
    '惰性气体保护，超温报警联锁停磨',
    '前方煤粉仓，禁止动火',
    'MM',
  ),
  hazard(
    '预热器旋风筒',
    'preheater',
    [0, -30],
    2,
    'burn',
    '预热器工段',
    '清堵作业执行许可，穿戴隔热服',
    '高温区域，清堵时请勿靠近',
    'YRQ',
  ),
  hazard('分解炉', 'preheater', [10, 20], 2, 'burn', '预热器工段', '保温完好，检修前充分冷却', '分解炉高温，请保持距离', 'YRQ'),
  hazard('篦冷机', 'cooler', [0, 0], 2, 'burn', '回转窑工段', '进入执行有限空间许可和上锁挂牌', '篦冷机高温，禁止擅自进入'),
  hazard(
    '1号水泥磨',
    'cementMill',
    [-20, 0],
    2,
    'mechanical',
    '水泥磨工段',
    '检修断电上锁挂牌，慢转装置专人操作',
    '设备运转，请勿跨越护栏',
    'SNM',
  ),
  hazard(
    '石灰石破碎机',
    'crusher',
    [0, 0],
    2,
    'mechanical',
    '破碎工段',
    '清堵前停机断电，专人监护',
    '破碎机运转，请勿靠近入料口',
  ),
  hazard(
    '熟料库',
    'clinkerSilo',
    [0, 0],
    2,
    'collapse',
    '回转窑工段',
    '清库执行专项方案，禁止人员进入料面',
    '筒型库清库危险，禁止入内',
  ),
  hazard(
    '1号水泥库',
    'cementSilos',
    [-14, 0],
    2,
    'collapse',
    '水泥库工段',
    '清库外包须审批，库内作业系安全带',
    '筒型库清库危险，禁止入内',
  ),
  hazard(
    '斜拉链输送机',
    'inclinedChain',
    [0, 0],
    2,
    'mechanical',
    '回转窑工段',
    '全程护罩和拉绳开关',
    '链斗运转，请勿伸手',
    'XLL',
  ),
  hazard('余热锅炉', 'boiler', [0, 0], 2, 'burn', '回转窑工段', '安全阀定期校验，持证上岗', '锅炉高温高压，请保持距离'),
  hazard('总降配电室', 'power', [10, 0], 1, 'electric', '电气自动化工段', '两票制度，持证操作', '高压危险，非电气人员禁止入内'),
  hazard(
    '原料皮带廊',
    'rawStockpile',
    [60, 60],
    3,
    'mechanical',
    '原料磨工段',
    '拉绳开关、跑偏开关完好',
    '皮带运转，请走人行通道',
  ),
  hazard('机修氧气乙炔间', 'workshop', [10, 0], 3, 'fire', '机修工段', '气瓶间距 5 米，防倾倒', '气瓶存放，禁止烟火'),
].map((record, at) => ({ ...record, code: `WXY-${pad(at + 1, 3)}`, beaconMinor: firstHazardMinor + at }))

/** On 中央大道, south of the coal mill. */
export const assemblyPoint: Metres = [1016, 520]

const assembly = (place: string, minor: number, at: Metres): BeaconRecord => ({
  name: `${place}集合点`,
  minor,
  type: 'assembly',
  building: null,
  floor: null,
  x: null,
  y: null,
  at,
  department: '安全环保科',
})

export const beacons: readonly BeaconRecord[] = [
  ...buildings.flatMap((building, at) => beaconsOf(building, 10_001 + at * 100)),
  ...hazards.map(
    ({ name, beaconMinor, at, department }): BeaconRecord => ({
      name: `${name}信标`,
      minor: beaconMinor,
      type: 'hazard',
      building: null,
      floor: null,
      x: null,
      y: null,
      at,
      department,
    }),
  ),
  ...(['office', 'packing', 'westGate'] as const).map((key, at) => assembly(places[key].name, 30_001 + at, middle(key))),
  assembly('中央大道', 30_004, assemblyPoint),
]

export const loraGateways = (['controlRoom', 'preheater', 'cementMill', 'rawMill', 'packing', 'eastGate'] as const).map(
  (key, at) => ({
    name: `${places[key].name}网关`,
    gatewayEui: `AC1F09FFFE0A1B${pad(at + 1, 2)}`,
    ip: `10.20.8.${11 + at}`,
    height: [24, 78, 32, 28, 22, 9][at] ?? 10,
    at: middle(key),
    department: '电气自动化工段',
  }),
)

interface CameraRecord {
  readonly name: string
  readonly gbDeviceId: string
  readonly ptzType: 1 | 3
  readonly area: string | null
  readonly at: Metres
  readonly heading: number
  readonly department: string
}
/** Where cameras stand: a place, how many, whose they are. */
const watched: readonly (readonly [key: PlaceKey, count: number, department: string])[] = [
  ['coalMill', 4, '煤磨工段'],
  ['preheater', 4, '预热器工段'],
  ['cementMill', 4, '水泥磨工段'],
  ['kiln', 2, '回转窑工段'],
  ['cooler', 2, '回转窑工段'],
  ['inclinedChain', 2, '回转窑工段'],
  ['clinkerSilo', 2, '回转窑工段'],
  ['rawStockpile', 3, '原料磨工段'],
  ['rawMill', 2, '原料磨工段'],
  ['packing', 4, '包装工段'],
  ['bulkLoading', 2, '散装发运工段'],
  ['power', 2, '电气自动化工段'],
  ['cementSilos', 2, '水泥库工段'],
  ['eastGate', 2, '保卫科'],
  ['westGate', 2, '保卫科'],
  ['parking', 1, '保卫科'],
]
/** Places that are hazard areas too. */
const areaPlaces: ReadonlySet<PlaceKey> = new Set([
  'coalMill',
  'preheater',
  'cementMill',
  'kiln',
  'cooler',
  'inclinedChain',
  'clinkerSilo',
  'rawStockpile',
  'rawMill',
  'packing',
  'power',
  'cementSilos',
])
export const cameras: readonly CameraRecord[] = watched
  .flatMap(([key, count, department]) =>
    Array.from({ length: count }, (_, at) => {
      const { ring, name } = places[key]
      const centre = middle(key)
      const corner = ring[Math.floor((at * ring.length) / count) % ring.length] ?? centre
      const stands = between(corner, centre, 0.1)
      return {
        name: count === 1 ? `${name}全景` : `${name}${at + 1}号`,
        ptzType: at === 0 ? (1 as const) : (3 as const),
        area: areaPlaces.has(key) ? name : null,
        at: stands,
        heading: Math.round(courseOf(stands, centre)),
        department,
      }
    }),
  )
  .map((record, at) => ({ ...record, gbDeviceId: `3402000000132${pad(at + 1, 7)}` }))

const gate = (
  name: string,
  key: PlaceKey,
  offset: Metres,
  kind: 'vehicle' | 'turnstile',
  direction: 1 | 2 | 3,
  laneNo: number,
) => {
  const [x, y] = middle(key)
  return {
    name,
    kind,
    direction,
    laneNo,
    camera: `${places[key].name}${direction === 2 ? 2 : 1}号`,
    at: [x + offset[0], y + offset[1]] as Metres,
  }
}
export type GateMake = 'hikvision' | 'dahua'

/** The barriers of the west gate are of another make. */
const makeOf = ({ name, kind }: { readonly name: string; readonly kind: string }): GateMake =>
  kind === 'vehicle' && name.startsWith(places.westGate.name) ? 'dahua' : 'hikvision'

export const barrierGates = [
  gate('东门 1 号进', 'eastGate', [-10, -6], 'vehicle', 1, 1),
  gate('东门 2 号进', 'eastGate', [-10, 0], 'vehicle', 1, 2),
  gate('东门 3 号出', 'eastGate', [10, 6], 'vehicle', 2, 3),
  gate('东门 4 号出', 'eastGate', [10, 12], 'vehicle', 2, 4),
  gate('西门车辆进', 'westGate', [-8, 4], 'vehicle', 1, 1),
  gate('西门车辆出', 'westGate', [-8, 10], 'vehicle', 2, 2),
  gate('西门人行 1 号', 'westGate', [4, -8], 'turnstile', 3, 1),
  gate('西门人行 2 号', 'westGate', [4, -12], 'turnstile', 3, 2),
].map((record, at) => ({
  ...record,
  code: `DZ-${pad(at + 1, 2)}`,
  ip: `10.20.6.${21 + at}`,
  department: '保卫科',
  make: makeOf(record),
}))

export const speedCameras = [
  {
    name: '物流大道东测速',
    place: '物流大道东段',
    limit: 30,
    direction: '由东向西',
    camera: '散装站1号',
    at: [1180, 800] as Metres,
  },
  {
    name: '物流大道西测速',
    place: '物流大道西段',
    limit: 30,
    direction: '由西向东',
    camera: '包装车间1号',
    at: [690, 800] as Metres,
  },
  { name: '中央大道测速', place: '中央大道', limit: 30, direction: '双向', camera: '西门1号', at: [470, 520] as Metres },
  { name: '堆场路测速', place: '原料堆场北路', limit: 20, direction: '双向', camera: '原料堆场1号', at: [480, 165] as Metres },
].map((record, at) => ({ ...record, ip: `10.20.7.${31 + at}`, screen: `QBP-${pad(at + 1, 2)}`, department: '安全环保科' }))

export const broadcasts = [
  {
    name: '班前安全提示',
    kind: 'routine',
    content: '各位同事，现在开始接班，请检查安全帽、工作服和劳保鞋，确认无误后再上岗。',
    times: 1,
  },
  { name: '进入危险区域提醒', kind: 'warning', content: '您已进入危险区域，请立即确认作业票，无关人员请马上离开。', times: 2 },
  { name: '超速提醒', kind: 'warning', content: '厂区限速三十公里，请减速慢行，注意行人。', times: 2 },
  { name: '煤磨一氧化碳超标', kind: 'evacuation', content: '煤磨区域一氧化碳浓度超标，请所有人员立即沿上风方向撤离。', times: 3 },
  { name: '全厂紧急疏散', kind: 'evacuation', content: '紧急疏散，请立即停止作业，前往就近集合点清点人数。', times: 5 },
  { name: '大风预警', kind: 'weather', content: '大风预警，请停止登高和吊装作业，固定易移动物件。', times: 2 },
  { name: '高温提醒', kind: 'weather', content: '今日高温，请避开正午露天作业，及时补水，注意防暑。', times: 1 },
  { name: '雷雨预警', kind: 'weather', content: '雷雨将至，请撤离空旷场地和高处平台。', times: 2 },
] as const

export const dictionaries = [
  {
    code: 'device',
    name: '设备',
    items: [],
    below: [
      {
        code: 'hatModel',
        name: '安全帽型号',
        items: [
          ['HK-S6', 'HK-S6'],
          ['HK-S8', 'HK-S8 Pro'],
          ['HK-S9', 'HK-S9 防爆型'],
        ],
      },
      {
        code: 'badgeModel',
        name: '工牌型号',
        items: [
          ['LB-20', 'LB-20'],
          ['LB-20X', 'LB-20X 防爆型'],
        ],
      },
      {
        code: 'cameraVendor',
        name: '摄像机厂商',
        items: [
          ['vendorA', '甲厂'],
          ['vendorB', '乙厂'],
        ],
      },
    ],
  },
  {
    code: 'person',
    name: '人员',
    items: [],
    below: [
      {
        code: 'certificate',
        name: '特种作业证',
        items: [
          ['certElectric', '电工证'],
          ['certWeld', '焊工证'],
          ['certHeight', '高处作业证'],
          ['certCrane', '起重证'],
        ],
      },
    ],
  },
  {
    code: 'alarmReason',
    name: '报警原因',
    items: [
      ['reasonReal', '真实'],
      ['reasonFalse', '误报'],
      ['reasonDrill', '演练'],
      ['reasonFault', '设备故障'],
      ['reasonTest', '测试'],
    ],
    below: [],
  },
] as const

export const firmwares = [
  { target: 'hat', model: 'HK-S6', number: newestFirmware, releasedOn: '2026-08-15', notes: '优化蓝牙扫描，修复低温开机失败。' },
  { target: 'hat', model: 'HK-S6', number: olderFirmware, releasedOn: '2026-04-02', notes: '首个量产版本。' },
  { target: 'badge', model: 'LB-20', number: '1.8.0', releasedOn: '2026-06-20', notes: '静止检测时间可配置。' },
  { target: 'loraGateway', model: '', number: '2.1.3', releasedOn: '2026-03-11', notes: '' },
] as const
