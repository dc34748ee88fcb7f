import type { SentBodyOf } from '@vigil/contract/kernel/call.ts'
import type { hazardCalls } from '@vigil/contract/hazards/calls.ts'
import type { Text } from '@vigil/contract/kernel/text.ts'
import type { Site } from '@vigil/contract/site/settings.ts'
import { alarmType } from '@vigil/contract/alarms/types.ts'

/**
 * Every source of alarms, and what is played of it: something that raises exactly one alarm, and something that only nearly does. The page
 * `docs/alarms-once.md` is written from this list and `server/test/alarms-once.test.ts` plays all of it.
 */

/** Metres east and north of the middle of a place. */
type Spot = readonly [east: number, north: number]

/** How somebody is from a second on, until his next one or for good. */
export interface Stand {
  readonly from: number
  /** Null: his device is silent. */
  readonly at: Spot | null
  /** Metres by which each fix is wrong at most, east and north. */
  readonly trembles?: number
  /** km/h. */
  readonly speed?: number
  /** Percent; 80 unless said. */
  readonly battery?: number
  /** How strong the beacon of the hazard source is where he is, dBm; not heard unless said. */
  readonly hears?: number
  /** The `sos_type` that his helmet pushes as it begins. */
  readonly pushes?: string
}

export interface Part {
  readonly device: 'hat' | 'badge' | 'car'
  /** It is his post. */
  readonly isOwn?: boolean
  /** Somebody by name wears it, who walks on when it is over. */
  readonly isWorn?: boolean
  readonly stands: readonly Stand[]
}

export interface Course {
  readonly told: Text
  readonly alarms: 'one' | 'none' | 'atMostOne'
  readonly parts: readonly Part[]
}

/** Seconds after the last that somebody does until it is over for everybody: the longest that a rule waits, and a report. */
const tail = 50
/** Seconds that a course lasts. */
export const lengthOf = ({ parts }: Course): number =>
  Math.max(...parts.flatMap(({ stands }) => stands.map(({ from }) => from))) + tail

type FenceBody = SentBodyOf<typeof hazardCalls.saveBsDangArea>
/** What of a fence is not its place: that is a square of 40 m, unless it says otherwise. */
export type FenceRule = Pick<FenceBody, 'type'> &
  Partial<
    Pick<
      FenceBody,
      'level' | 'minInside' | 'minOutside' | 'maxCount' | 'minCount' | 'stayLimit' | 'stillLimit' | 'gatherCount' | 'speedLimit'
    >
  >

export interface Source {
  /** As `--scenario` has it. */
  readonly name: string
  readonly word: Text
  readonly alarmType: number
  readonly fence?: FenceRule
  /** A fence holds from so many seconds after the start on, and pauses before; whole minutes. */
  readonly holdsFrom?: number
  /** Metres around a hazard source. */
  readonly radius?: number
  /** Its beacon warns from so many dBm on. */
  readonly beaconRssi?: number
  /** The site wants it only in an area around the place of its first course. */
  readonly isLimited?: boolean
  /** What the site has to go by. */
  readonly chooses?: Partial<Site>
  /** Its alarm is over by itself, not only once somebody has handled it. */
  readonly returns: boolean
  /** The first raises one alarm, the second none. */
  readonly courses: readonly [Course, Course, ...Course[]]
}

const code = alarmType.code
const away: Spot = [60, 0]
const middle: Spot = [0, 0]
const hat = (...stands: readonly Stand[]): Part => ({ device: 'hat', stands })
const badge = (...stands: readonly Stand[]): Part => ({ device: 'badge', stands })
const car = (...stands: readonly Stand[]): Part => ({ device: 'car', stands })
const worn = (part: Part): Part => ({ ...part, isWorn: true })
const own = (part: Part): Part => ({ ...part, isOwn: true })
/** He is somewhere else, goes there, and away again. */
const visit = (from: number, to: number, at: Spot = middle): readonly Stand[] => [
  { from: 0, at: away },
  { from, at },
  { from: to, at: away },
]
const one = (zh: string, en: string, ...parts: readonly Part[]): Course => ({ told: { zh, en }, alarms: 'one', parts })
const none = (zh: string, en: string, ...parts: readonly Part[]): Course => ({ told: { zh, en }, alarms: 'none', parts })

/** A vehicle drives by, so many metres north of the middle. */
const past = (north: number): readonly Stand[] =>
  [60, 40, 30, 20, 12, 4, -4, -12, -30, -60].map((east, at) => ({ from: 20 + at, at: [east, north], speed: 15 }))

/** Seconds that somebody trembles at a border, and by how many metres. */
const [tenMinutes, trembling] = [600, 8] as const
const trembles = (zh: string, en: string, device: Part['device'], ...others: readonly Part[]): Course => {
  const stands: readonly Stand[] = [
    { from: 0, at: [20, 0], trembles: trembling },
    { from: tenMinutes, at: away },
  ]
  return { told: { zh, en }, alarms: 'atMostOne', parts: [...others, { device, stands }] }
}

const pushing = (pushes: string): Part => hat({ from: 0, at: middle }, { from: 20, at: middle, pushes })
/** What a helmet pushes by itself or at a press. */
const pushed = (name: string, word: Text, type: number, sosType: string, nearMiss: Course): Source => ({
  name,
  word,
  alarmType: type,
  returns: false,
  courses: [one(`安全帽推送 sos_type ${sosType}`, `The helmet pushes sos_type ${sosType}`, pushing(sosType)), nearMiss],
})
const unknownPush = (sosType: string): Course =>
  none(`推送没有定义的 sos_type ${sosType}`, `It pushes sos_type ${sosType}, which means nothing`, pushing(sosType))
const eventPush = (sosType: string, zh: string, en: string): Course =>
  none(
    `推送 sos_type ${sosType}（${zh}），只是事件`,
    `It pushes sos_type ${sosType} (${en}), which is only an event`,
    pushing(sosType),
  )

const fences: readonly Source[] = [
  {
    name: 'once-no-entry',
    word: { zh: '禁入围栏', en: 'No-entry fence' },
    alarmType: code.fence,
    fence: { type: 'noEntry', minInside: 10, minOutside: 30 },
    returns: true,
    courses: [
      one(
        '进入 20 秒后离开',
        'Somebody goes in for 20 s',
        hat({ from: 0, at: away }, { from: 15, at: [30, 0] }, { from: 20, at: [10, 0] }, { from: 40, at: [30, 0] }),
      ),
      none(
        '越界 5 秒即离开，进入确认为 10 秒',
        'He is beyond the border for 5 s, an entry is confirmed after 10 s',
        hat({ from: 0, at: away }, { from: 15, at: [30, 0] }, { from: 20, at: [10, 0] }, { from: 25, at: [30, 0] }),
      ),
      trembles('在边界上 10 分钟，定位抖动 ±8 米', 'He stands on the border for ten minutes, his fixes tremble by ±8 m', 'badge'),
    ],
  },
  {
    name: 'once-no-exit',
    word: { zh: '禁出围栏', en: 'No-exit fence' },
    alarmType: code.fence,
    fence: { type: 'noExit', minInside: 10, minOutside: 10 },
    returns: true,
    courses: [
      one(
        '离开 30 秒后返回',
        'Somebody leaves and is back after 30 s',
        hat({ from: 0, at: middle }, { from: 20, at: [30, 0] }, { from: 50, at: middle }),
      ),
      none(
        '出界 5 秒即返回，离开确认为 10 秒',
        'He is out for 5 s, an exit is confirmed after 10 s',
        hat({ from: 0, at: middle }, { from: 20, at: [10, 0] }, { from: 25, at: [30, 0] }, { from: 30, at: [10, 0] }),
      ),
    ],
  },
  {
    name: 'once-over-staffing',
    word: { zh: '限员围栏：最多人数', en: 'Headcount fence: at most' },
    alarmType: code.overStaffing,
    fence: { type: 'headcount', maxCount: 2, minInside: 10, minOutside: 10 },
    returns: true,
    courses: [
      one(
        '最多 2 人，第三人进入 30 秒',
        'Two may be there, a third comes for 30 s',
        hat({ from: 0, at: middle }),
        hat({ from: 0, at: [5, 0] }),
        badge(...visit(20, 50, [0, 5])),
      ),
      none(
        '正好 2 人，第三人站在界外 1 米',
        'Two are there, a third stands a metre outside',
        hat({ from: 0, at: middle }),
        hat({ from: 0, at: [5, 0] }),
        badge(...visit(20, 60, [21, 0])),
      ),
      trembles(
        '已有 2 人，第三人在边界上 10 分钟，定位抖动 ±8 米',
        'Two are there, a third stands on the border for ten minutes, his fixes tremble by ±8 m',
        'badge',
        badge({ from: 0, at: middle }),
        badge({ from: 0, at: [5, 0] }),
      ),
    ],
  },
  {
    name: 'once-under-staffing',
    word: { zh: '限员围栏：最少人数', en: 'Headcount fence: at least' },
    alarmType: code.underStaffing,
    fence: { type: 'headcount', minCount: 2, minInside: 10, minOutside: 10 },
    returns: true,
    courses: [
      one(
        '至少 2 人，一人离开 30 秒',
        'Two have to be there, one is away for 30 s',
        hat({ from: 0, at: middle }),
        hat({ from: 0, at: [5, 0] }, { from: 20, at: away }, { from: 50, at: [5, 0] }),
      ),
      none(
        '一人离开 9 秒，确认为 10 秒',
        'One is away for 9 s, it is confirmed after 10 s',
        hat({ from: 0, at: middle }),
        hat({ from: 0, at: [5, 0] }, { from: 20, at: away }, { from: 29, at: [5, 0] }),
      ),
    ],
  },
  {
    name: 'once-overstay',
    word: { zh: '限时围栏', en: 'Time-limit fence' },
    alarmType: code.overstay,
    fence: { type: 'stay', stayLimit: 1, minOutside: 10 },
    returns: true,
    courses: [
      one('停留 70 秒，上限 1 分钟', 'A stay of 70 s, 1 min is allowed', hat(...visit(10, 80))),
      none('停留 59 秒', 'A stay of 59 s', hat(...visit(10, 69))),
    ],
  },
  {
    name: 'once-still',
    word: { zh: '静止围栏', en: 'Fence against standing still' },
    alarmType: code.fence,
    fence: { type: 'still', stillLimit: 1, minOutside: 10 },
    returns: true,
    courses: [
      one(
        '静止 75 秒后走开，上限 1 分钟',
        'He does not move for 75 s, 1 min is allowed; then he walks on',
        hat({ from: 0, at: [-10, 0] }, { from: 75, at: [10, 0] }, { from: 100, at: away }),
      ),
      none(
        '静止 59 秒后走动 20 米',
        'He does not move for 59 s, then walks 20 m',
        hat({ from: 0, at: [-10, 0] }, { from: 58, at: [-10, 0] }, { from: 59, at: [10, 0] }, { from: 90, at: away }),
      ),
    ],
  },
  {
    name: 'once-gathering',
    word: { zh: '聚集围栏', en: 'Gathering fence' },
    alarmType: code.gathering,
    fence: { type: 'gathering', gatherCount: 3, minOutside: 10 },
    returns: true,
    courses: [
      one(
        '三人在 15 米内聚集 65 秒，上限 60 秒',
        'Three within 15 m of each other for 65 s, 60 s are allowed',
        hat(...visit(10, 75)),
        hat(...visit(10, 75, [5, 0])),
        badge(...visit(10, 75, [0, 5])),
      ),
      none(
        '三人聚集 59 秒',
        'The same for 59 s',
        hat(...visit(10, 69)),
        hat(...visit(10, 69, [5, 0])),
        badge(...visit(10, 69, [0, 5])),
      ),
    ],
  },
  {
    name: 'once-speeding',
    word: { zh: '限速围栏：车辆超速', en: 'Speed-limit fence: vehicle speeding' },
    alarmType: code.speeding,
    fence: { type: 'speed', speedLimit: 30, minOutside: 10 },
    returns: true,
    courses: [
      one(
        '限速 30，连续两次定位为 45 km/h',
        'Two fixes in a row say 45 km/h where 30 are allowed',
        car(
          { from: 0, at: away, speed: 20 },
          { from: 20, at: [15, 0], speed: 45 },
          { from: 25, at: [5, 0], speed: 45 },
          { from: 30, at: [-5, 0], speed: 20 },
          { from: 40, at: [-60, 0], speed: 20 },
        ),
      ),
      none(
        '正好 30 km/h，其中一次定位误报 45',
        'It drives exactly 30 km/h, and one fix says 45',
        car(
          { from: 0, at: away, speed: 20 },
          { from: 20, at: [15, 0], speed: 30 },
          { from: 25, at: [5, 0], speed: 45 },
          { from: 30, at: [-5, 0], speed: 30 },
          { from: 40, at: [-60, 0], speed: 20 },
        ),
      ),
    ],
  },
  {
    name: 'once-encounter',
    word: { zh: '车辆接近行人', en: 'Vehicle closing in on somebody' },
    alarmType: code.encounter,
    chooses: { encounterRaised: 'everywhere' },
    returns: true,
    courses: [
      one(
        '货车以 15 km/h 驶近一名行人，又驶离',
        'A truck drives up to somebody on foot at 15 km/h, and away from him',
        hat({ from: 0, at: middle }),
        car(...past(0)),
      ),
      none(
        '货车在 18 米外驶过；另一辆停着，有人走近',
        'A truck passes 18 m away; somebody walks up to another that stands',
        hat({ from: 0, at: middle }, { from: 40, at: [-40, 0] }, { from: 45, at: [-47, 0] }),
        car(...past(18)),
        car({ from: 0, at: [-50, 0], speed: 0 }),
      ),
    ],
  },
  {
    name: 'once-assembly',
    word: { zh: '集合点', en: 'Assembly point' },
    alarmType: code.underStaffing,
    fence: { type: 'assembly', minCount: 2, stayLimit: 1 },
    holdsFrom: 60,
    returns: true,
    courses: [
      one(
        '集合开始后 70 秒才到齐，时限 1 分钟',
        'The second of two is there 70 s after the assembly began, 1 min is allowed',
        hat({ from: 0, at: away }, { from: 70, at: middle }),
        hat({ from: 0, at: away }, { from: 130, at: [5, 0] }),
      ),
      none(
        '59 秒到齐',
        'Both are there after 59 s',
        hat({ from: 0, at: away }, { from: 70, at: middle }),
        hat({ from: 0, at: away }, { from: 119, at: [5, 0] }),
      ),
    ],
  },
  {
    name: 'once-patrol',
    word: { zh: '巡检围栏', en: 'Patrol' },
    alarmType: code.fence,
    fence: { type: 'patrol', stayLimit: 1, minInside: 10 },
    returns: true,
    courses: [
      one(
        '每分钟须巡检一次，70 秒才有人到',
        'Somebody has to come every minute, the first comes after 70 s',
        hat({ from: 0, at: away }, { from: 70, at: middle }),
      ),
      none(
        '49 秒到达，停留 10 秒即算巡检',
        'He comes after 49 s, which counts once he has been there for 10 s',
        hat({ from: 0, at: away }, { from: 49, at: middle }),
      ),
    ],
  },
  {
    name: 'once-left-post',
    word: { zh: '岗位：离岗', en: 'Duty post: left' },
    alarmType: code.leftPost,
    fence: { type: 'post', stayLimit: 1, minInside: 10, minOutside: 10 },
    returns: true,
    courses: [
      one(
        '离岗 70 秒，允许 1 分钟',
        'Whose post it is is away for 70 s, 1 min is allowed',
        own(hat({ from: 0, at: middle }, { from: 30, at: away }, { from: 100, at: middle })),
      ),
      none(
        '离岗 59 秒',
        'He is away for 59 s',
        own(hat({ from: 0, at: middle }, { from: 30, at: away }, { from: 89, at: middle })),
      ),
    ],
  },
  {
    name: 'once-strayed',
    word: { zh: '岗位：串岗', en: 'Duty post: somebody else' },
    alarmType: code.strayed,
    fence: { type: 'post', stayLimit: 1, minInside: 10, minOutside: 10 },
    returns: true,
    courses: [
      one(
        '不是本岗的人停留 30 秒',
        'Somebody whose post it is not is there for 30 s',
        own(hat({ from: 0, at: middle })),
        hat(...visit(20, 50, [5, 0])),
      ),
      none(
        '路过 9 秒，进入确认为 10 秒',
        'He passes within 9 s, an entry is confirmed after 10 s',
        own(hat({ from: 0, at: middle })),
        hat(...visit(20, 29, [5, 0])),
      ),
    ],
  },
]

const near: Source = {
  name: 'once-near-hazard',
  word: { zh: '危险源：走近', en: 'Hazard source: somebody is near' },
  alarmType: code.hazard,
  radius: 20,
  returns: true,
  courses: [
    one('在 20 米半径内 30 秒', 'He is within its 20 m for 30 s', hat(...visit(20, 50, [10, 0]))),
    none('停在 21 米处', 'He stops at 21 m', hat(...visit(20, 80, [21, 0]))),
    trembles('在半径上 10 分钟，定位抖动 ±8 米', 'He stands at its radius for ten minutes, his fixes tremble by ±8 m', 'badge'),
  ],
}

const heardBeacon: Source = {
  name: 'once-beacon-heard',
  word: { zh: '危险源：上报听到信标', en: 'Hazard source: a report names its beacon' },
  alarmType: code.hazard,
  beaconRssi: -75,
  returns: true,
  courses: [
    one(
      '30 秒内上报听到 -70 dBm，门限 -75 dBm',
      'Its beacon is reported for 30 s at -70 dBm, the threshold is -75 dBm',
      badge({ from: 0, at: middle }, { from: 20, at: middle, hears: -70 }, { from: 51, at: middle }, { from: 120, at: middle }),
    ),
    none('信号只有 -76 dBm', 'It is only -76 dBm strong', badge({ from: 0, at: middle }, { from: 20, at: middle, hears: -76 })),
  ],
}

const nearPower: Source = {
  name: 'once-near-power',
  word: { zh: '近电，只在所选区域报警', en: 'It is near live power, raised in a chosen area alone' },
  alarmType: code.nearPower,
  isLimited: true,
  returns: false,
  courses: [
    one('在所选区域内，安全帽推送 sos_type 11', 'In the chosen area the helmet pushes sos_type 11', pushing('11')),
    none('在区域外推送：记入已处理，不报警', 'It pushes the same elsewhere, which is kept and not raised', pushing('11')),
    eventPush('5', '禁区', 'a zone of its own'),
  ],
}

const still: Source = {
  name: 'once-still-anywhere',
  word: { zh: '照常上报但没有移动', en: 'Reports go on, but nobody moves' },
  alarmType: code.silent,
  chooses: { silentMinutes: 1 },
  returns: true,
  courses: [
    one(
      '安全帽 75 秒没有移动后走开，上限 1 分钟',
      'Whoever wears the helmet does not move for 75 s, 1 min is allowed; then he walks on',
      worn(hat({ from: 0, at: middle }, { from: 75, at: [20, 0] }, { from: 100, at: [40, 0] }, { from: 130, at: away })),
    ),
    none(
      '到上限前一秒走动 20 米',
      'He walks 20 m a second before that',
      worn(hat({ from: 0, at: middle }, { from: 58, at: middle }, { from: 59, at: [20, 0] }, { from: 90, at: away })),
    ),
    none(
      '50 秒后中断上报 70 秒，在别处恢复：没有信号不是静默',
      'It is not heard for 70 s after 50 s, then elsewhere: no signal is not standing still',
      worn(hat({ from: 0, at: middle }, { from: 51, at: null }, { from: 120, at: away })),
    ),
  ],
}

const ofHelmets: readonly Source[] = [
  pushed(
    'once-heard-hazard',
    { zh: '危险源：安全帽推送', en: 'Hazard source: said by the helmet' },
    code.hazard,
    '8',
    unknownPush('9'),
  ),
  pushed('once-sos', { zh: '按下 SOS', en: 'SOS is pressed' }, code.sos, '7', eventPush('3', '温度', 'temperature')),
  pushed(
    'once-silent',
    { zh: '安全帽静默', en: 'The helmet does not move' },
    code.silent,
    '6',
    none(
      '没有人佩戴的安全帽两分钟不动，照常上报，也没有推送',
      'A helmet that nobody wears does not move for two minutes, reports go on, and it pushes nothing',
      hat({ from: 0, at: middle }, { from: 120, at: middle }),
    ),
  ),
  pushed('once-helmet-off', { zh: '脱帽', en: 'The helmet is taken off' }, code.helmetOff, '1', unknownPush('10')),
  pushed('once-fall', { zh: '跌落', en: 'Its wearer falls' }, code.fall, '4', eventPush('2', '帽内围栏', 'a fence of its own')),
  pushed('once-climbing', { zh: '登高', en: 'Its wearer climbs' }, code.climbing, '12', unknownPush('13')),
]

const ofHealth: readonly Source[] = [
  {
    name: 'once-offline',
    word: { zh: '设备离线', en: 'Device offline' },
    alarmType: code.offline,
    chooses: { offlineAlarm: true },
    returns: true,
    courses: [
      one(
        '310 秒没有上报后恢复，上限 300 秒',
        'It is silent for more than 310 s, 300 s are allowed, then it reports again',
        badge({ from: 0, at: middle }, { from: 31, at: null }, { from: 350, at: middle }),
      ),
      none(
        '299 秒没有上报',
        'It is silent for 299 s',
        badge({ from: 0, at: middle }, { from: 41, at: middle }, { from: 42, at: null }, { from: 341, at: middle }),
      ),
    ],
  },
  {
    name: 'once-low-battery',
    word: { zh: '设备低电量', en: 'Low battery' },
    alarmType: code.lowBattery,
    chooses: { lowBatteryAlarm: true },
    returns: true,
    courses: [
      one(
        '电量降到 20%，下限 20%，充到 25% 恢复',
        'The battery falls to the limit of 20 %, and is charged to 25 %',
        badge({ from: 0, at: middle }, { from: 40, at: middle, battery: 20 }, { from: 350, at: middle, battery: 25 }),
      ),
      none('电量降到 21%', 'It falls to 21 %', badge({ from: 0, at: middle }, { from: 40, at: middle, battery: 21 })),
    ],
  },
]

export const sources: readonly Source[] = [...fences, near, heardBeacon, ...ofHelmets, nearPower, still, ...ofHealth]
