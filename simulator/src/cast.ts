import { menu, type Permission } from '@vigil/contract/menu/routes.ts'
import type { AlarmLevel } from '@vigil/contract/hazards/entities.ts'
import { circle, rectangle, type Metres } from './world/geometry.ts'
import { places, type PlaceKey } from './world/plan.ts'
import { createRandom, type Random } from './world/random.ts'

export const siteName = '皖江水泥有限公司'
/** Since when no accident happened, `YYYY-MM-DD`. */
export const safeSince = '2023-05-13'

/** People and devices that tests, scenarios and documents call by name. */
export const chenGuoqiang = { name: '陈国强', workNum: '10327', hatNo: 'AQM-0093', imei: '864901040093271' } as const
export const liZhiwei = { name: '李志伟', workNum: '10361', hatNo: 'AQM-0127', imei: '864901040127271' } as const
export const maChanglin = { name: '马长林', workNum: '10331', hatNo: 'AQM-0097', imei: '864901040097271' } as const
export const liuDeming = { name: '刘德明', workNum: '10338', hatNo: 'AQM-0104', imei: '864901040104271' } as const
/** He leads the kiln's shift. */
export const zhengGuodong = { name: '郑国栋', workNum: '10341', hatNo: 'AQM-0107', imei: '864901040107271' } as const
/** A scaffolder of a contractor. */
export const wuXiaojun = { name: '吴小军', workNum: 'W0001', hatNo: 'AQM-0195', imei: '864901040195271' } as const
/** Shift dispatcher, the person behind the account `operator`. */
export const wangJianguo = { name: '王建国', workNum: '10018', userName: 'operator' } as const
/** Gatekeeper, the person behind the account `guard`. */
export const zhangHaitao = { name: '张海涛', workNum: '10086', userName: 'guard' } as const
/** The account of the helmet-broadcast page. */
export const broadcaster = { name: '安全帽播报', workNum: 'qt', userName: 'qt' } as const
export const speedingTruck = { plateNumber: '皖B·7K362', terminalNo: '013955300001' } as const

export interface Department {
  readonly name: string
  readonly parent: string | null
  /** Who heads it, and the number of his desk. */
  readonly leader: string
  readonly phone: string
}

export interface Person {
  readonly name: string
  readonly workNum: string
  readonly department: string
  readonly kind: 'employee' | 'contractor'
  readonly post: string
  readonly mobile: string
  /** The name of an account, null for those who do not sign in. */
  readonly userName: string | null
  readonly roles: readonly string[]
  readonly home: PlaceKey
}

interface Equipment {
  readonly department: string
  /** Work number, null for a device that nobody wears. */
  readonly wearer: string | null
  /** Whether it reports from the start; one that does not belongs to somebody who is off. */
  readonly onShift: boolean
  readonly home: PlaceKey
}
export interface HelmetRecord extends Equipment {
  readonly hatNo: string
  readonly imei: string
  readonly sipId: string
  readonly mobile: string
  readonly model: string
  readonly fwVersion: string
  readonly enable: 0 | 1
  /** Percent at the start. */
  readonly battery: number
}
export interface BadgeRecord extends Equipment {
  readonly badgeNo: string
  readonly devEui: string
}

export type CarType = 'truck' | 'tanker' | 'loader' | 'forklift' | 'fire' | 'car'
export type Duty =
  | 'packing'
  | 'rawMaterial'
  | 'coal'
  | 'bulk'
  | 'flyAsh'
  | 'rawLoader'
  | 'coalLoader'
  | 'forklift'
  | 'fire'
  | 'errands'
export interface CarRecord {
  readonly plateNumber: string
  readonly terminalNo: string
  readonly carType: CarType
  readonly department: string
  /** The driver's work number. */
  readonly driver: string
  readonly plateColor: 'blue' | 'yellow'
  readonly carUse: string
  /** Whose it is. */
  readonly owner: string
  readonly mobile: string
  readonly duty: Duty
  readonly onShift: boolean
}

export interface RoleRecord {
  readonly name: string
  readonly scope: 'all' | 'own'
  readonly permissions: readonly Permission[]
}

export interface AreaRecord {
  readonly name: string
  readonly code: string
  readonly ring: readonly Metres[]
  readonly equipCode: '' | 'SNM' | 'YRQ' | 'MM' | 'XLL'
  readonly riskLevel: 1 | 2 | 3 | 4
  readonly maxCount: number | null
  readonly department: string
  readonly responsible: string
}

export interface FenceRecord {
  readonly name: string
  readonly type: 'noEntry' | 'headcount'
  /** Of a headcount fence. */
  readonly maxCount: number | null
  readonly level: AlarmLevel
  readonly shape: 'polygon' | 'circle' | 'corridor'
  readonly points: readonly Metres[]
  readonly radius: number | null
  readonly halfWidth: number | null
  readonly area: string | null
  readonly allowDepartments: readonly string[]
  readonly deviceTypes: readonly ('hat' | 'badge' | 'car')[]
  readonly remark: string
}

interface Section {
  readonly name: string
  readonly parent: string
  readonly kind: 'employee' | 'contractor'
  /** Helmet numbers of the section, in the order in which its people get them. */
  readonly hats: readonly number[]
  /** How many of its people wear a badge. */
  readonly badges: number
  readonly posts: readonly string[]
  /** Where its people work, with how many of ten stay there. */
  readonly homes: Readonly<Partial<Record<PlaceKey, number>>>
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, at) => from + at)
const section = (
  name: string,
  parent: string,
  hats: readonly number[],
  badges: number,
  posts: readonly string[],
  homes: Section['homes'],
  kind: Section['kind'] = 'employee',
): Section => ({ name, parent, hats, badges, posts, homes, kind })

const firing = '烧成车间'
const grinding = '水泥制成车间'
const rawMaterials = '原料车间'
const dispatch = '包装发运部'
const maintenance = '设备保障部'
const safety = '安全环保部'
const contractors = '外协单位'
const general = '综合管理部'
const production = '生产技术部'
const leaders = '公司领导'

/** Some helmets were not brought up to date yet. */
export const newestFirmware = '3.4.12'
export const olderFirmware = '3.4.9'

/** A helmet that waits for a wearer, and one that is out of use. */
const unboundHats = [98, 121]
const outOfUse = 121

const sections: readonly Section[] = [
  section('领导班子', leaders, [], 6, ['总经理', '党委书记', '生产副总经理', '安全总监', '总工程师', '财务总监'], { office: 10 }),
  section(
    '行政人事科',
    general,
    [],
    26,
    ['人事专员', '行政专员', '财务会计', '采购专员', '销售内勤', '司机', '食堂厨师', '档案员'],
    {
      office: 8,
      canteen: 2,
    },
  ),
  section('保卫科', general, [], 8, ['门卫', '巡逻队员'], { eastGate: 4, westGate: 4, parking: 2 }),
  section('中央控制室', production, [], 12, ['值班调度', '中控操作员'], { controlRoom: 10 }),
  section('化验室', production, [], 10, ['化验员', '质量工程师'], { laboratory: 10 }),
  section(
    '预热器工段',
    firing,
    [101, 104, 115, 118, 127, 117, 119, 120, 122, 123, 124, 125, 126, 128, 129],
    0,
    ['预热器巡检工', '预热器清堵工', '窑尾巡检工'],
    { preheater: 10 },
  ),
  section(
    '回转窑工段',
    firing,
    [97, 107, 112, 121, 130, 106, 108, 109, 110, 111, 113, 114, 116],
    1,
    ['窑巡检工', '篦冷机巡检工', '余热锅炉工'],
    {
      kiln: 3,
      cooler: 3,
      boiler: 1,
      inclinedChain: 1,
      clinkerSilo: 2,
    },
  ),
  section('煤磨工段', firing, [93, 94, 95, 96, 98, 99, 100, 102, 103, 105], 1, ['煤磨巡检工', '煤粉制备工'], {
    coalMill: 7,
    coalYard: 3,
  }),
  section('水泥磨工段', grinding, range(34, 59), 0, ['水泥磨巡检工', '辊压机巡检工', '选粉机巡检工'], { cementMill: 10 }),
  section('水泥库工段', grinding, range(60, 74), 0, ['水泥库巡检工', '均化工', '粉煤灰卸料工'], {
    cementSilos: 6,
    cementMill: 2,
    flyAsh: 2,
  }),
  section('破碎工段', rawMaterials, range(1, 13), 0, ['破碎机操作工', '皮带巡检工'], { crusher: 3, rawStockpile: 7 }),
  section('原料磨工段', rawMaterials, range(14, 33), 0, ['原料磨巡检工', '堆取料机操作工', '装载机司机'], {
    rawMill: 3,
    rawStockpile: 7,
  }),
  section('包装工段', dispatch, range(161, 186), 0, ['包装机操作工', '插袋工', '装车工', '叉车司机'], { packing: 10 }),
  section('散装发运工段', dispatch, range(187, 194), 10, ['散装机操作工', '开票员', '地磅员'], { bulkLoading: 4, packing: 6 }),
  section('机修工段', maintenance, [...range(87, 92), ...range(131, 142)], 0, ['钳工', '焊工', '起重工'], {
    workshop: 8,
    spareParts: 1,
    cementMill: 1,
  }),
  section('电气自动化工段', maintenance, range(143, 160), 0, ['电工', '仪表工', '自动化工程师'], {
    workshop: 7,
    power: 2,
    cooler: 1,
  }),
  section('安全环保科', safety, range(75, 86), 0, ['安全员', '环保专员', '消防专员'], {
    office: 4,
    cementMill: 2,
    clinkerSilo: 2,
    power: 2,
  }),
  section(
    '华安脚手架',
    contractors,
    range(195, 202),
    8,
    ['架子工'],
    { preheater: 4, clinkerSilo: 2, rawStockpile: 4 },
    'contractor',
  ),
  section(
    '江城检修',
    contractors,
    range(203, 208),
    12,
    ['检修工', '焊工', '保温工'],
    { preheater: 4, workshop: 3, inclinedChain: 3 },
    'contractor',
  ),
  section('顺通装卸', contractors, range(209, 212), 6, ['装卸工'], { packing: 6, rawStockpile: 4 }, 'contractor'),
]

type Known = Partial<Person> & { readonly name: string }
const leaderOfShift = '班组长'
const dispatcherRole = '值班调度'
const guardRole = '门卫'
const broadcastRole = '安全帽播报'

/** People with a name of their own, by their helmet's number or by section and order. */
const knownByHat: Readonly<Record<number, Known>> = {
  93: { ...pickPerson(chenGuoqiang), post: '巡检工', mobile: '13955324518', home: 'coalMillEast' },
  94: { name: '赵永胜', post: '巡检工', home: 'coalMill' },
  95: { name: '李建军', post: '班组长', roles: [leaderOfShift], home: 'coalMill' },
  96: { name: '孙丽华', post: '煤粉制备工', home: 'coalMill' },
  97: { ...pickPerson(maChanglin), post: '窑巡检工', home: 'clinkerSilo' },
  101: { name: '周文斌', post: '班组长', roles: [leaderOfShift] },
  104: { ...pickPerson(liuDeming), post: '预热器巡检工' },
  107: { ...pickPerson(zhengGuodong), post: '班组长', roles: [leaderOfShift], home: 'kiln' },
  112: { name: '黄立新' },
  115: { name: '胡志平' },
  118: { name: '许长江' },
  127: { ...pickPerson(liZhiwei), post: '预热器巡检工', mobile: '13855306207' },
  130: { name: '吕爱民' },
  195: { ...pickPerson(wuXiaojun), post: '架子工', home: 'preheater' },
  196: { name: '韩立峰', post: '架子工班长', roles: [leaderOfShift], home: 'preheater' },
  197: { name: '韩冬', post: '架子工' },
}
/** Percent at the start. */
const batteryByHat: Readonly<Record<number, number>> = {
  93: 64,
  94: 88,
  95: 71,
  96: 42,
  97: 27,
  101: 55,
  104: 22,
  107: 93,
  112: 67,
  115: 80,
  118: 74,
  127: 78,
  130: 61,
}
const knownByBadge: Readonly<Record<string, Known>> = {
  中央控制室: { ...pickPerson(wangJianguo), post: '值班调度', userName: wangJianguo.userName, roles: [dispatcherRole] },
  保卫科: { ...pickPerson(zhangHaitao), post: '门卫', userName: zhangHaitao.userName, roles: [guardRole], home: 'eastGate' },
}
function pickPerson({ name, workNum }: { readonly name: string; readonly workNum: string }) {
  return { name, workNum }
}

const surnames = [
  ...'王王李李张张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文',
]
const givenNames = [
  ...'建华 建平 建军 建明 志强 志刚 志勇 志明 国平 国华 国庆 永强 永刚 永红 长贵 长福 文军 文杰 文涛 立军 立华 明辉 明亮 海波 海峰 海燕 晓东 晓峰 晓燕'.split(
    ' ',
  ),
  ...'春生 春梅 秋生 冬梅 玉兰 玉芳 秀英 秀兰 丽娟 丽萍 桂英 桂兰 金宝 金龙 银海 德才 德福 德胜 宝生 宝山 正华 正伟 学军 学文 振华 振宇 新民 新华 少华'.split(
    ' ',
  ),
  ...'俊杰 俊峰 浩然 宇航 子豪 天宇 鹏飞 鹏程 佳豪 家辉 伟 强 勇 军 磊 涛 超 斌 鑫 凯 峰 波 亮 刚 敏 静 丽 艳 芳 娜 婷 雪 慧 颖 琳 洁 倩 莉'.split(
    ' ',
  ),
  ...'庆丰 庆林 光明 光辉 世杰 世平 洪波 洪亮 传宝 传明 先进 先锋 启明 启军 大勇 大伟 小龙 小兵 小红 双喜 树林 树根 水生 木生 火根 土根 长生 福生'.split(
    ' ',
  ),
]
const mobilePrefixes = ['138', '139', '136', '137', '150', '151', '158', '159', '187', '188', '180', '133', '153', '189']

const random = createRandom('vigil cast')

const knownNames = new Set([...Object.values(knownByHat), ...Object.values(knownByBadge)].map(({ name }) => name))
const namesTaken = new Set(knownNames)
const inventName = (source: Random): string => {
  const name = source.pick(surnames) + source.pick(givenNames)
  if (namesTaken.has(name)) return inventName(source)
  namesTaken.add(name)
  return name
}
const inventMobile = (source: Random): string =>
  `${source.pick(mobilePrefixes)}553${String(source.whole(0, 99_999)).padStart(5, '0')}`

const reservedWorkNums = new Set<string>(
  [...Object.values(knownByHat), ...Object.values(knownByBadge)].flatMap(({ workNum }) => (workNum ? [workNum] : [])),
)
const nextWorkNum = { employee: 10_001, contractor: 1 }
const inventWorkNum = (kind: Person['kind']): string => {
  const number = nextWorkNum[kind]
  nextWorkNum[kind] += 1
  const workNum = kind === 'employee' ? String(number) : `W${String(number).padStart(4, '0')}`
  return reservedWorkNums.has(workNum) ? inventWorkNum(kind) : workNum
}

const pad = (number: number, digits: number): string => String(number).padStart(digits, '0')
const people: Person[] = []
const helmets: HelmetRecord[] = []
const badges: BadgeRecord[] = []

const addPerson = (part: Section, known: Known | undefined, order: number, source: Random = random): Person => {
  const homes = Object.entries(part.homes).flatMap(([home, weight]) => Array.from({ length: weight }, () => home as PlaceKey))
  const person: Person = {
    department: part.name,
    kind: part.kind,
    post:
      order === 0 && part.kind === 'employee' && part.hats.length > 0 ? '班组长' : (part.posts[order % part.posts.length] ?? ''),
    workNum: known?.workNum ?? inventWorkNum(part.kind),
    mobile: inventMobile(source),
    userName: null,
    roles: order === 0 && part.hats.length > 0 ? [leaderOfShift] : [],
    // Spread evenly, so that the share of each place holds in a small section too.
    home: homes[(order * 7) % homes.length] ?? 'office',
    ...known,
    name: known?.name ?? inventName(source),
  }
  people.push(person)
  return person
}

const addHelmet = (number: number, part: Section, wearer: Person | null): void => {
  helmets.push({
    hatNo: `AQM-${pad(number, 4)}`,
    imei: `86490104${pad(number, 4)}271`,
    sipId: String(30_000 + number),
    mobile: wearer?.mobile ?? '',
    model: 'HK-S6',
    fwVersion: number % 9 === 4 ? olderFirmware : newestFirmware,
    department: part.name,
    wearer: wearer?.workNum ?? null,
    enable: number === outOfUse ? 0 : 1,
    onShift: wearer !== null,
    home: wearer?.home ?? 'office',
    battery: batteryByHat[number] ?? random.whole(35, 98),
  })
}
const addBadge = (department: string, wearer: Person | null): void => {
  const number = badges.length + 1
  badges.push({
    badgeNo: `GP-${pad(number, 3)}`,
    devEui: `70b3d57ed006${number.toString(16).padStart(4, '0')}`,
    department,
    wearer: wearer?.workNum ?? null,
    onShift: true,
    home: wearer?.home ?? 'office',
  })
}

for (const part of sections) {
  let order = 0
  for (const number of part.hats) {
    const wearer = unboundHats.includes(number) ? null : addPerson(part, knownByHat[number], order)
    if (wearer) order += 1
    addHelmet(number, part, wearer)
  }
  for (let count = 0; count < part.badges; count += 1) {
    addBadge(part.name, addPerson(part, count === 0 ? knownByBadge[part.name] : undefined, order))
    order += 1
  }
}
const visitorBadges = 8
for (let count = 0; count < visitorBadges; count += 1) addBadge('保卫科', null)
helmets.sort((a, b) => a.hatNo.localeCompare(b.hatNo))

/** How many things report from the start. */
export const onShift = { hats: 186, badges: 97, cars: 34 } as const

const named = new Set(people.filter(({ name }) => knownNames.has(name)).map(({ workNum }) => workNum))
/** Everybody with a name of their own is on; of the others as many are off as it takes. */
const restOthers = <Item extends Equipment>(list: readonly Item[], on: number): Item[] => {
  const free = list.filter((item) => item.onShift && !named.has(item.wearer ?? ''))
  const off = new Set<Item>()
  for (let left = list.filter((item) => item.onShift).length - on; left > 0; left -= 1) {
    off.add(random.pick(free.filter((item) => !off.has(item))))
  }
  return list.map((item) => (off.has(item) ? { ...item, onShift: false } : item))
}

const fleet: readonly { carType: CarType; duty: Duty; department: string; on: number; off: number; plates: readonly string[] }[] =
  [
    {
      carType: 'truck',
      duty: 'packing',
      department: '散装发运工段',
      on: 5,
      off: 7,
      plates: [speedingTruck.plateNumber, '皖B·Y2081', '皖B·D0837'],
    },
    { carType: 'truck', duty: 'rawMaterial', department: '破碎工段', on: 4, off: 4, plates: ['皖E·35D19', '皖B·H5912'] },
    { carType: 'truck', duty: 'coal', department: '煤磨工段', on: 2, off: 2, plates: ['皖A·6Q27W'] },
    { carType: 'tanker', duty: 'bulk', department: '散装发运工段', on: 5, off: 4, plates: ['皖B·8F660'] },
    { carType: 'tanker', duty: 'flyAsh', department: '水泥库工段', on: 1, off: 2, plates: [] },
    { carType: 'loader', duty: 'rawLoader', department: '原料磨工段', on: 3, off: 1, plates: [] },
    { carType: 'loader', duty: 'coalLoader', department: '煤磨工段', on: 2, off: 0, plates: [] },
    { carType: 'forklift', duty: 'forklift', department: '包装工段', on: 6, off: 2, plates: [] },
    { carType: 'fire', duty: 'fire', department: '安全环保科', on: 1, off: 1, plates: [] },
    { carType: 'car', duty: 'errands', department: '行政人事科', on: 5, off: 3, plates: [] },
  ]
const platesTaken = new Set(fleet.flatMap(({ plates }) => plates))
const inventPlate = (source: Random): string => {
  const letters = [...'ABCDEFGHJKLMNPQRSTUVWXYZ']
  const code = [source.pick(letters), ...Array.from({ length: 4 }, () => String(source.whole(0, 9)))].join('')
  const plate = `皖${source.pick(['B', 'B', 'B', 'E', 'A'])}·${source.chance(0.5) ? code : code.slice(1, 2) + code.slice(0, 1) + code.slice(2)}`
  if (platesTaken.has(plate)) return inventPlate(source)
  platesTaken.add(plate)
  return plate
}
/** Whose lorries come from outside, with a driver each. */
const hauliers = section('捷运物流', contractors, [], 0, ['货车司机'], { packing: 10 }, 'contractor')
const fromOutside: ReadonlySet<CarType> = new Set(['truck', 'tanker'])
const uses: Readonly<Record<Duty, string>> = {
  packing: '袋装水泥运输',
  rawMaterial: '原料运输',
  coal: '原煤运输',
  bulk: '散装水泥运输',
  flyAsh: '粉煤灰运输',
  rawLoader: '原料堆场装卸',
  coalLoader: '煤堆场装卸',
  forklift: '袋装水泥码垛装车',
  fire: '消防应急',
  errands: '公务用车',
}
/** Who drives what stays in the plant: by department and post, in turns. */
const driverPosts: Partial<Record<Duty, string>> = {
  rawLoader: '装载机司机',
  forklift: '叉车司机',
  fire: '消防专员',
  errands: '司机',
}
const drivers = createRandom('vigil drivers')
const driverOf = (carType: CarType, duty: Duty, department: string, count: number): Person => {
  if (fromOutside.has(carType)) return addPerson(hauliers, undefined, count + 1, drivers)
  const own = people.filter((person) => person.department === department)
  const able = own.filter(({ post }) => post === driverPosts[duty])
  const found = (able.length > 0 ? able : own)[count % (able.length || own.length)]
  if (!found) throw new Error(`${department} has nobody who drives`)
  return found
}

const cars: CarRecord[] = []
for (const { carType, duty, department, on, off, plates } of fleet) {
  for (let count = 0; count < on + off; count += 1) {
    const number = cars.length + 1
    const driver = driverOf(carType, duty, department, count)
    cars.push({
      plateNumber: plates[count] ?? inventPlate(random),
      terminalNo: `01395530${pad(number, 4)}`,
      carType,
      department,
      driver: driver.workNum,
      plateColor: carType === 'car' ? 'blue' : 'yellow',
      carUse: uses[duty],
      owner: fromOutside.has(carType) ? hauliers.name : siteName,
      mobile: driver.mobile,
      duty,
      onShift: count < on,
    })
  }
}

/** The leader of its first shift heads a section, else whoever was taken on first; the section that stands first heads its department. */
const headOf = (name: string): string => {
  const own = people.filter(({ department }) => department === name)
  return (own.find(({ post }) => post.endsWith('班组长') || post.endsWith('班长')) ?? own[0])?.name ?? ''
}
const sectionsOf = (parent: string): readonly Section[] => sections.filter((part) => part.parent === parent)
const deskOf = (order: number): string => `0553-387${pad(1000 + order * 7, 4)}`
export const departments: readonly Department[] = [
  { name: siteName, parent: null, leader: headOf('领导班子') },
  ...[leaders, general, production, firing, grinding, rawMaterials, dispatch, maintenance, safety, contractors].map((name) => ({
    name,
    parent: siteName,
    leader: headOf(sectionsOf(name)[0]?.name ?? ''),
  })),
  ...[...sections, hauliers].map(({ name, parent }) => ({ name, parent, leader: headOf(name) })),
].map((department, order) => ({ ...department, phone: deskOf(order) }))

const routesOf = (...paths: readonly (typeof menu)[number]['path'][]): Permission[] =>
  menu.filter(({ path }) => paths.includes(path)).flatMap(({ children }) => children.map(({ name }): Permission => name))

const roles: readonly RoleRecord[] = [
  {
    name: dispatcherRole,
    scope: 'all',
    permissions: [
      ...routesOf('/userSafeMgmt', '/carWorkMgmt', '/gateAccessMgmt', '/alarmMgmt', '/planMgmt'),
      ...([
        'livePlayer',
        'realVideoServer',
        'videoPlayMgmt',
        'videoPlayback',
        'videoPreview',
        'deviceTree',
        'channelList',
      ] as const),
      ...(['hatMgmt', 'badgeMgmt', 'carMgmt', 'hazardAreaMgmt', 'hazardPointMgmt', 'dangAreaDrawMgmt', 'cameraMgmt'] as const),
      ...(['broadcastMgmt', 'userMgmt', 'deptMgmt', 'aboutMgmt'] as const),
      ...(['dangAreaDrawMgmt:edit', 'broadcastMgmt:edit', 'visitRecordMgmt:edit', 'trafficStopMgmt:edit'] as const),
      ...(['shiftHandoverMgmt:edit', 'deviceHealthMgmt'] as const),
      ...(['alarm:handle', 'call:place', 'video:playback', 'private:view'] as const),
    ],
  },
  {
    name: leaderOfShift,
    scope: 'own',
    permissions: [
      'trackRealMgmt',
      'hatOnlineListMgmt',
      'trackHisMgmt',
      'alarmRealMgmt',
      'alarmHisMgmt',
      'alarm:handle',
      'call:place',
    ],
  },
  {
    name: guardRole,
    scope: 'all',
    permissions: [
      ...routesOf('/gateAccessMgmt', '/carWorkMgmt'),
      ...(['trackRealMgmt', 'alarmRealMgmt', 'livePlayer', 'aboutMgmt'] as const),
      ...(['visitRecordMgmt:edit', 'personOutInMgmt:edit', 'guardDeskMgmt:edit', 'trafficStopMgmt:edit', 'call:place'] as const),
      'gate:open',
    ],
  },
  {
    name: broadcastRole,
    scope: 'all',
    permissions: [
      ...(['trackRealMgmt', 'hatOnlineListMgmt', 'hatInterfaceMgmt', 'hatInterfaceMgmt:edit', 'noticeRecordMgmt'] as const),
      ...(['alarmRealMgmt', 'broadcastMgmt', 'alarm:handle', 'call:place'] as const),
    ],
  },
]

const areaOf = (
  key: PlaceKey,
  code: string,
  riskLevel: AreaRecord['riskLevel'],
  maxCount: number | null,
  department: string,
  responsible: string,
  equipCode: AreaRecord['equipCode'] = '',
): AreaRecord => ({
  name: places[key].name,
  code,
  ring: places[key].ring,
  equipCode,
  riskLevel,
  maxCount,
  department,
  responsible,
})

const areas: readonly AreaRecord[] = [
  areaOf('coalMill', 'WX-MM', 1, 12, '煤磨工段', '李建军', 'MM'),
  areaOf('preheater', 'WX-YRQ', 2, 30, '预热器工段', '周文斌', 'YRQ'),
  areaOf('cementMill', 'WX-SNM', 2, 40, '水泥磨工段', '', 'SNM'),
  areaOf('inclinedChain', 'WX-XLL', 2, 8, '回转窑工段', '郑国栋', 'XLL'),
  areaOf('clinkerSilo', 'WX-SLK', 2, 20, '回转窑工段', '郑国栋'),
  areaOf('rawStockpile', 'WX-YLD', 3, 60, '原料磨工段', ''),
  areaOf('packing', 'WX-BZ', 3, 60, '包装工段', ''),
  {
    name: '氨水罐区',
    code: 'WX-AS',
    ring: rectangle(824, 104, 116, 52),
    equipCode: '',
    riskLevel: 1,
    maxCount: 4,
    department: '预热器工段',
    responsible: '周文斌',
  },
  areaOf('coalYard', 'WX-MDC', 2, 20, '煤磨工段', '李建军'),
  areaOf('rawMill', 'WX-YLM', 3, 20, '原料磨工段', ''),
  areaOf('kiln', 'WX-HZY', 2, 20, '回转窑工段', '郑国栋'),
  areaOf('cooler', 'WX-BLJ', 2, 15, '回转窑工段', '郑国栋'),
  areaOf('power', 'WX-YRFD', 2, 12, '电气自动化工段', ''),
  areaOf('cementSilos', 'WX-SNK', 2, 20, '水泥库工段', ''),
  areaOf('workshop', 'WX-JX', 3, null, '机修工段', ''),
  areaOf('controlRoom', 'WX-ZK', 4, null, '中央控制室', wangJianguo.name),
  areaOf('office', 'WX-BG', 4, null, general, ''),
]

const fenceOf = (
  name: string,
  level: AlarmLevel,
  shape: Pick<FenceRecord, 'shape' | 'points'> & Partial<Pick<FenceRecord, 'radius' | 'halfWidth'>>,
  more: Partial<Pick<FenceRecord, 'area' | 'allowDepartments' | 'deviceTypes' | 'remark' | 'type' | 'maxCount'>> = {},
): FenceRecord => ({
  name,
  level,
  type: 'noEntry',
  maxCount: null,
  radius: null,
  halfWidth: null,
  area: null,
  allowDepartments: [],
  deviceTypes: ['hat', 'badge'],
  remark: '',
  ...shape,
  ...more,
})
const polygon = (points: readonly Metres[]) => ({ shape: 'polygon', points }) as const
const round = (x: number, y: number, radius: number) => ({ shape: 'circle', points: [[x, y]], radius }) as const
const corridor = (points: readonly Metres[], halfWidth: number) => ({ shape: 'corridor', points, halfWidth }) as const

/** They hold for everybody: they belong to no department. Ordinary life never goes in, scenarios do. */
export const bagFilterFence = fenceOf('煤磨袋收尘器禁入区', 1, polygon(rectangle(1046, 356, 54, 84)), {
  area: places.coalMill.name,
  remark: '煤粉爆炸、一氧化碳中毒风险，停机置换合格并办理作业票后方可进入',
})
export const preheaterFence = fenceOf('预热器检修禁入区', 2, polygon(rectangle(890, 188, 52, 50)), {
  area: places.preheater.name,
  remark: '检修期间禁止无关人员进入，防高温灼烫和高处落物',
})
export const platformFence = fenceOf('回转窑检修平台限员区', 2, polygon(rectangle(985, 246, 50, 24)), {
  type: 'headcount',
  maxCount: 2,
  area: places.kiln.name,
  remark: '检修平台上同时作业不超过 2 人',
})
const fences: readonly FenceRecord[] = [
  bagFilterFence,
  platformFence,
  fenceOf('氨水罐区禁入圈', 2, round(882, 128, 24), { area: '氨水罐区', remark: '防氨气中毒，卸氨作业时双人监护' }),
  preheaterFence,
  fenceOf(
    '入磨皮带廊',
    3,
    corridor(
      [
        [958, 404],
        [994, 404],
      ],
      6,
    ),
    { area: places.coalYard.name },
  ),
  fenceOf(
    '水泥输送皮带廊',
    3,
    corridor(
      [
        [1006, 612],
        [1038, 612],
      ],
      6,
    ),
  ),
  fenceOf('变电站禁入区', 1, polygon(rectangle(610, 736, 70, 46)), {
    allowDepartments: ['电气自动化工段'],
    remark: '高压带电，仅限持证电工',
  }),
  fenceOf('1号水泥库清库禁入圈', 2, round(846, 588, 18), {
    area: places.cementSilos.name,
    remark: '清库作业，防坍塌掩埋',
  }),
  fenceOf('消防池禁入区', 3, polygon(rectangle(1246, 572, 66, 56))),
  fenceOf('办公楼前禁行区', 3, polygon(rectangle(357, 556, 140, 90)), { deviceTypes: ['car'] }),
]

/** Everything the demo site holds. Built once, the same in every process. */
export const cast = {
  departments,
  roles,
  /** Work numbers of those to whom alarms go on that nobody takes up, in their order. */
  dutyRoster: [wangJianguo.workNum],
  people: [
    ...people,
    {
      ...broadcaster,
      department: '安全环保科',
      kind: 'employee',
      post: '广播账号',
      mobile: '',
      roles: [broadcastRole],
      home: 'office',
    },
  ] satisfies Person[] as readonly Person[],
  helmets: restOthers(helmets, onShift.hats) as readonly HelmetRecord[],
  badges: restOthers(badges, onShift.badges) as readonly BadgeRecord[],
  cars: cars as readonly CarRecord[],
  areas,
  fences,
} as const

/** The ring of a fence's shape, for a plan that is drawn or tested in metres; a corridor has none. */
export const fenceRing = (fence: FenceRecord): readonly Metres[] => {
  const known = rings.get(fence)
  if (known) return known
  const ring = ringOf(fence)
  rings.set(fence, ring)
  return ring
}
/** Made once: very many places are looked for in each. */
const rings = new WeakMap<FenceRecord, readonly Metres[]>()

const ringOf = (fence: FenceRecord): readonly Metres[] => {
  const centre = fence.points[0]
  return fence.shape === 'circle' && centre ? circle(centre[0], centre[1], fence.radius ?? 0, 64) : fence.points
}
