import { accountCalls } from '@vigil/contract/accounts/calls.ts'
import type { Alarm } from '@vigil/contract/alarms/entities.ts'
import { raisedNames, raisedWhere } from '@vigil/contract/alarms/raised-settings.ts'
import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { hazardCalls } from '@vigil/contract/hazards/calls.ts'
import { everyDay } from '@vigil/contract/kernel/period.ts'
import { siteCalls } from '@vigil/contract/site/calls.ts'
import type { Course, Part, Source } from '../scenarios/once.ts'
import type { Ask } from '../seeding.ts'
import { rectangle, type Metres } from '../world/geometry.ts'
import { toLngLat } from '../world/plan.ts'

/** What a course is played with: devices, a place and a rule of its own, made by the server's own calls. */
export interface Stage {
  readonly source: Source
  readonly course: Course
  readonly middle: Metres
  /** Of its fence or its hazard source, where it has one; alarms of that are called so. */
  readonly name: string
  /** Of its hazard source, should that have one. */
  readonly beaconMinor: number
  /** By which its devices report, a part each. */
  readonly codes: readonly string[]
  /** Draws its fence or puts its hazard source: `start`, ms since 1970 and a full minute, is its second 0. */
  readonly draw: (start: number) => Promise<void>
  /** Takes away all that was made for it. Its alarms stay, as any. */
  readonly strike: () => Promise<void>
}

export interface StageOptions {
  readonly ask: Ask
  /** IANA name of the site's zone. */
  readonly timeZone: string
  /** Four digits, which no stage that stands has. */
  readonly run: string
}

/** Metres between the middles of two places, in rows north of the plant, and half the side of a fence. */
const [apart, inRow, half] = [200, 8, 20] as const
const northOfPlant: Metres = [100, -300]
const placeOf = (order: number): Metres => [
  northOfPlant[0] + (order % inRow) * apart,
  northOfPlant[1] - Math.floor(order / inRow) * apart,
]

/** No beacon of the plant has such a number. */
const firstBeacon = 64_000

export type Undo = () => Promise<unknown>

/** Registers a device; the code by which it reports. */
const register = async (
  { ask }: StageOptions,
  { device, isWorn = false }: Part,
  { name, number, deptId }: { readonly name: string; readonly number: string; readonly deptId: string | null },
  undo: Undo[],
): Promise<string> => {
  let userId: string | null = null
  if (isWorn) {
    const { id } = await ask(accountCalls.saveUser, { cname: name, workNum: name, deptId })
    undo.push(() => ask(accountCalls.deleteUserById, { id }))
    userId = id
  }
  if (device === 'hat') {
    const imei = `8649${number.padStart(11, '0')}`
    const { id } = await ask(deviceCalls.saveBsHat, { hatNo: name, imei, deptId, userId })
    undo.push(() => ask(deviceCalls.deleteBsHatById, { id }))
    return imei
  }
  if (device === 'badge') {
    const devEui = `0c${number.padStart(14, '0')}`
    const { id } = await ask(deviceCalls.saveBsBadge, { badgeNo: name, devEui, deptId, userId })
    undo.push(() => ask(deviceCalls.deleteBsBadgeById, { id }))
    return devEui
  }
  const terminalNo = `09${number.padStart(10, '0')}`
  const { id } = await ask(deviceCalls.saveBsCar, { plateNumber: `once-${number}`, terminalNo, deptId })
  undo.push(() => ask(deviceCalls.deleteBsCarById, { id }))
  return terminalNo
}

const clockAt = (time: number, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(time)
/** For eight hours, each day. */
const hoursFrom = (time: number, timeZone: string) => [
  { days: [...everyDay], from: clockAt(time, timeZone), to: clockAt(time + 8 * 3_600_000, timeZone) },
]

const draw = async (
  { ask, timeZone }: StageOptions,
  { fence, radius, beaconRssi, holdsFrom }: Source,
  { name, middle, deptId, beaconMinor }: Pick<Stage, 'name' | 'middle' | 'beaconMinor'> & { readonly deptId: string | null },
  start: number,
  undo: Undo[],
): Promise<void> => {
  if (fence) {
    const [x, y] = middle
    const { id } = await ask(hazardCalls.saveBsDangArea, {
      level: 2,
      ...fence,
      name,
      shape: 'polygon',
      points: rectangle(x - half, y - half, 2 * half, 2 * half).map(toLngLat),
      ...(holdsFrom === undefined ? {} : { schedule: hoursFrom(start + holdsFrom * 1000, timeZone) }),
      ...(fence.type === 'post' && deptId !== null ? { allowDeptIds: [deptId] } : {}),
    })
    undo.push(() => ask(hazardCalls.deleteBsDangAreaById, { id }))
  }
  if (radius === undefined && beaconRssi === undefined) return
  const [lng, lat] = toLngLat(middle)
  const { id } = await ask(hazardCalls.saveBsHazardPoint, {
    name,
    code: name,
    riskLevel: 2,
    ...(radius === undefined ? {} : { radius }),
    ...(beaconRssi === undefined ? {} : { beaconMinor, beaconRssi }),
    lng,
    lat,
  })
  undo.push(() => ask(hazardCalls.deleteBsHazardPointById, { id }))
}

/** The site wants alarms of this type only around a place from now on. */
const limit = async (
  { ask }: StageOptions,
  type: number,
  { name, middle: [x, y] }: Pick<Stage, 'name' | 'middle'>,
  undo: Undo[],
) => {
  const names = raisedNames.get(type)
  if (!names) throw new Error(`alarms of type ${type} are raised everywhere`)
  const points = rectangle(x - half, y - half, 2 * half, 2 * half).map(toLngLat)
  const { id } = await ask(hazardCalls.saveBsHazardArea, { name, code: name, points })
  undo.push(() => ask(hazardCalls.deleteBsHazardAreaById, { id }))
  const { where, areas } = names
  const site = await ask(siteCalls.getSite, undefined)
  await ask(siteCalls.saveSite, { ...site, [where]: raisedWhere.code.areas, [areas]: [id] })
  undo.push(async () =>
    ask(siteCalls.saveSite, { ...(await ask(siteCalls.getSite, undefined)), [where]: site[where], [areas]: site[areas] }),
  )
}

/** The latest made is the first to go; all of them, though one fails, whose failure is thrown then. */
export const undoAll = async (undo: Undo[]): Promise<void> => {
  const failures: unknown[] = []
  for (let last = undo.pop(); last; last = undo.pop()) await last().catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}

/** Makes what one course needs, `order` among all that are played together; throws what it is refused with, and leaves nothing then. */
const setUp = async (options: StageOptions, source: Source, course: Course, order: number): Promise<Stage> => {
  const { ask, run } = options
  const middle = placeOf(order)
  const name = `${source.name}-${run}-${order}`
  const beaconMinor = firstBeacon + order
  const undo: Undo[] = []
  let deptId: string | null = null
  const codes: string[] = []
  try {
    if (course.parts.some(({ isOwn }) => isOwn)) {
      const { id } = await ask(accountCalls.saveDept, { name, pid: null })
      undo.push(() => ask(accountCalls.deleteDeptById, { id }))
      deptId = id
    }
    for (const [at, part] of course.parts.entries()) {
      const number = `${run}${String(order).padStart(2, '0')}${at}`
      const whose = part.isOwn ? deptId : null
      codes.push(await register(options, part, { name: `${name}-${at}`, number, deptId: whose }, undo))
    }
  } catch (error) {
    await undoAll(undo)
    throw error
  }
  return {
    source,
    course,
    middle,
    name,
    beaconMinor,
    codes,
    draw: async (start) => {
      await draw(options, source, { name, middle, deptId, beaconMinor }, start, undo)
      if (source.isLimited && course === source.courses[0]) await limit(options, source.alarmType, { name, middle }, undo)
    },
    strike: () => undoAll(undo),
  }
}

/** The stages of all courses of these sources, side by side; throws what one is refused with, and leaves none then. */
export const setUpAll = async (options: StageOptions, sources: readonly Source[]): Promise<readonly Stage[]> => {
  const courses = sources.flatMap((source) => source.courses.map((course) => ({ source, course })))
  const stages: Stage[] = []
  try {
    for (const [order, { source, course }] of courses.entries()) stages.push(await setUp(options, source, course, order))
  } catch (error) {
    await undoAll(stages.map(({ strike }) => strike))
    throw error
  }
  return stages
}

/** Those of some alarms that came of a stage. */
export const alarmsOf = ({ name, codes }: Stage, alarms: readonly Alarm[]): readonly Alarm[] =>
  alarms.filter(({ alarmName, deviceId }) => alarmName === name || codes.includes(deviceId))

/** Chooses what these sources need of the site; answers how it is put back. */
export const switchOn = async (ask: Ask, sources: readonly Source[]): Promise<() => Promise<void>> => {
  const chosen: Readonly<Record<string, unknown>> = Object.fromEntries(
    sources.flatMap(({ chooses }) => Object.entries(chooses ?? {})),
  )
  const before: Readonly<Record<string, unknown>> = await ask(siteCalls.getSite, undefined)
  const choose = async (values: Readonly<Record<string, unknown>>): Promise<void> => {
    await ask(siteCalls.saveSite, { ...(await ask(siteCalls.getSite, undefined)), ...values })
  }
  if (Object.keys(chosen).length === 0) return () => Promise.resolve()
  await choose(chosen)
  return () => choose(Object.fromEntries(Object.keys(chosen).map((name) => [name, before[name]])))
}
