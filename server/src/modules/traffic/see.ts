import { alarmTypes } from '@vigil/contract/alarms/types.ts'
import { plateColour } from '@vigil/contract/devices/car.ts'
import { passDirection, passList } from '@vigil/contract/traffic/entities.ts'
import { speedCamera } from '@vigil/contract/traffic/speed-camera.ts'
import { speedingRecord } from '@vigil/contract/traffic/speeding-record.ts'
import { trafficSettings } from '@vigil/contract/traffic/settings.ts'
import { trafficStop } from '@vigil/contract/traffic/traffic-stop.ts'
import { vehiclePass } from '@vigil/contract/traffic/vehicle-pass.ts'
import { recordEvents } from '../../kernel/events.ts'
import type { Kernel, Trx } from '../../kernel/kernel.ts'
import { recordsChanged, type RecordChange } from '../../kernel/record-changes.ts'
import type { AlarmService, DriveAlarm, NewAlarm } from '../alarms/index.ts'
import type { FenceWatch } from '../hazards/index.ts'
import type { PictureKeeper, TakePictures, TakenPictures } from './pictures.ts'
import { keyOf } from './event-key.ts'
import { parkedAtCamera, type ParkedContext } from './parked.ts'
import {
  believed,
  isLate,
  kept,
  lagAfter,
  limitOf,
  listOf,
  measured,
  metresBetween,
  unaddressed,
  type KnownCar,
  type Lag,
  type Limits,
} from './rules.ts'
import type { LockedDrive, NewPass, SeeStore, TooFast } from './see.store.ts'
import type { RoadsAt } from './roads.ts'
import type { PlaceOfPasses, VehicleSighting } from './sighting.ts'
import { tellStops } from './stands.ts'

type After = (then: () => void | Promise<void>) => void

export type { TooFast }

/** A vehicle that is barred, as it passed. */
export interface BarredPass {
  readonly passId: string
  readonly place: PlaceOfPasses
  readonly plateNumber: string
  readonly driver: string
  readonly passTime: Date
  readonly deviceTime: Date | null
}
/** Which vehicles a site bars, and what is done where one of them passes all the same. */
export interface BlackList {
  readonly isBarred: (plate: string, at: Date) => Promise<boolean>
  /** In the transaction of the pass; one that is told late calls nobody and comes not here. */
  readonly passed: (trx: Trx, pass: BarredPass, after: After) => Promise<void>
}

export interface SeeContext {
  readonly kernel: Kernel
  readonly store: SeeStore
  readonly alarms: Pick<
    AlarmService,
    'apply' | 'conditionsOf' | 'driveGoesOn' | 'idOfCondition' | 'ofDrive' | 'openOfCondition' | 'speedingOfDrive'
  >
  readonly watch: Pick<FenceWatch, 'areaAt'>
  readonly takePictures: TakePictures
  /** Null where pictures are not kept. */
  readonly pictures: () => PictureKeeper | null
  readonly blackList: () => BlackList | null
  readonly standing: ParkedContext
  readonly roads: Pick<RoadsAt, 'limitAt'>
}

const { code: alarmType, level: alarmLevel, zh: alarmName } = alarmTypes.speeding
const conditionOf = (stopId: string): string => `${alarmType}/stop/${stopId}`

export const limitsOf = ({ settings }: Pick<Kernel, 'settings'>): Limits => ({
  ofKind: {
    car: settings.get(trafficSettings.carLimit),
    truck: settings.get(trafficSettings.truckLimit),
    tanker: settings.get(trafficSettings.tankerLimit),
    loader: settings.get(trafficSettings.loaderLimit),
    forklift: settings.get(trafficSettings.forkliftLimit),
  },
  iceOrFog: settings.get(trafficSettings.iceOrFog),
})

interface Judged {
  readonly pass: NewPass
  readonly limit: number | null
  readonly isLate: boolean
  readonly isParking: boolean
}
interface Known {
  readonly car: KnownCar | null
  readonly when: ReturnType<typeof believed>
  readonly received: number
  readonly isBarred: boolean
}
/** What is kept of a sighting, before its pictures are. */
const judge = (
  { kernel: { clock, settings }, roads }: SeeContext,
  sighting: VehicleSighting,
  { car, when: { at, claimed }, received, isBarred }: Known,
): Judged => {
  const { place } = sighting
  const plateNumber = kept(sighting.plateNumber, 20)
  const speed = measured(sighting.speed)
  const vehicleType = kept(sighting.vehicleType, 32)
  const limit = limitOf(
    { device: sighting.limit, record: place.limit, road: roads.limitAt(place.lng, place.lat) },
    { car, vehicleType },
    limitsOf({ settings }),
  )
  const passTime = new Date(at)
  const { confidence, laneNo } = sighting
  return {
    limit,
    isLate: isLate(sighting.isReplayed, at, received),
    isParking: sighting.isParking === true,
    pass: {
      place,
      eventKey: keyOf(sighting),
      plateNumber,
      plateColor: plateColour.codes.find((code) => code === sighting.plateColor) ?? '',
      vehicleType,
      vehicleSize: kept(sighting.vehicleSize, 32),
      laneNo: laneNo !== null && Number.isInteger(laneNo) && laneNo >= 0 && laneNo <= 99 ? laneNo : null,
      direction: passDirection.code[sighting.direction],
      passTime,
      deviceTime: claimed === null ? null : new Date(claimed),
      speed,
      illegal: speed !== null && limit !== null && speed > limit,
      confidence: confidence !== null && confidence >= 0 && confidence <= 100 ? confidence : null,
      listType: listOf(plateNumber, car, clock.toWire(passTime).slice(0, 10), isBarred),
      driver: car?.driver ?? '',
      owner: car?.owner ?? '',
      eventName: kept(sighting.eventName, 64),
      bigImage: '',
      plateImage: '',
      pictureLost: '',
      unread: kept(sighting.unread ?? '', 2_000),
    },
  }
}

/** Whether the alarm of a drive counts what follows, where nothing else alarms of that: another stretch, and what goes on though the alarm was over. */
const countsAgain = ({ begins, alarmedAs, passTime }: TooFast, { isActive }: DriveAlarm, end: Date): boolean =>
  alarmedAs === null && passTime > end && (begins || !isActive)

/** A drive that is locked, and its alarm, likewise, where that has something to tell. */
interface DriveUnderWay extends LockedDrive {
  readonly alarm: DriveAlarm | null
  /** When somebody was last seen on it. */
  readonly end: Date
}

/**
 * The drive on which a vehicle is, if it is on one that nobody has handled; of one without a plate nobody knows. Locked, its stop before it, and
 * first its alarm: whoever confirms that locks them in this order.
 */
const driveOf = async (
  { kernel: { settings }, store, alarms }: SeeContext,
  trx: Trx,
  pass: TooFast,
  late: boolean,
): Promise<DriveUnderWay | null> => {
  if (pass.plateNumber === '') return null
  await store.lockDrives(trx, pass.plateNumber)
  const apart = settings.get(trafficSettings.driveSeconds) * 1000
  const drives = await store.drivesAt(trx, pass.plateNumber, pass.passTime, apart)
  // One that tells of itself is told of by its first, fastest and last report alone: it was on its way between.
  const between = pass.device === null ? 0 : (pass.speed / 3.6) * (apart / 1000)
  const far = settings.get(trafficSettings.driveMetres) + between
  for (const drive of drives) {
    if (metresBetween(drive, pass.place) > far) continue
    const known = late || drive.alarmId === null ? null : await alarms.ofDrive(trx, drive.alarmId, { lock: false })
    const isNews = known !== null && (countsAgain(pass, known, drive.end) || pass.speed > known.speed)
    const alarm = isNews ? await alarms.ofDrive(trx, known.id, { lock: true }) : null
    const locked = await store.lockDrive(trx, drive.id)
    if (locked) return { ...locked, alarm, end: drive.end }
  }
  return null
}

const alarmOf = (
  { kernel: { clock }, watch }: Pick<SeeContext, 'kernel' | 'watch'>,
  { place, ...pass }: TooFast,
): Omit<NewAlarm, 'conditionKey'> => {
  const { lng, lat } = place
  const area = lng === null || lat === null ? null : watch.areaAt(lng, lat)
  return {
    source: pass.source,
    device: pass.device,
    alarmType,
    alarmLevel,
    alarmName,
    facts: {
      place: place.place,
      speed: pass.speed,
      limit: pass.limit,
      ...(pass.plateNumber === '' ? {} : { plate: pass.plateNumber }),
    },
    findTime: new Date(clock.now()),
    startTime: pass.passTime,
    areaId: area?.id ?? null,
    areaName: area?.name ?? null,
    ruleId: null,
    deptId: place.deptId,
    deptName: null,
    userName: pass.driver,
    plateNumber: pass.plateNumber,
    lng,
    lat,
    floor: null,
    quiet: false,
    deviceTime: pass.deviceTime,
  }
}

/** The alarm that a drive has already, locked: that of a fence that was driven through too fast, now or before on the same drive. */
const alarmedOf = async ({ alarms }: SeeContext, trx: Trx, pass: TooFast): Promise<DriveAlarm | null> => {
  const { alarmedAs, device, plateNumber, passTime: at, place } = pass
  const ofFence = alarmedAs === null ? null : await alarms.openOfCondition(trx, alarmedAs)
  if (ofFence !== null) return alarms.ofDrive(trx, ofFence, { lock: true })
  if (plateNumber === '') return null
  const { lng, lat } = place
  const known = await alarms.speedingOfDrive(trx, { deviceId: device?.id ?? null, plateNumber, at, lng, lat })
  return known === null ? null : alarms.ofDrive(trx, known.id, { lock: true })
}

/** Calls for a vehicle to be stopped; by the alarm that its drive has already, where it has one. */
const call = async (context: SeeContext, trx: Trx, stopId: string, pass: TooFast, after: After): Promise<void> => {
  const { kernel, store, alarms } = context
  const known = await alarmedOf(context, trx, pass)
  const alarm = alarmOf(context, pass)
  const raised =
    known === null
      ? await alarms.apply(trx, [{ kind: 'raise', alarm: { ...alarm, conditionKey: conditionOf(stopId) } }])
      : await alarms.driveGoesOn(trx, known, { alarm, speed: pass.speed, counts: pass.alarmedAs === null })
  const alarmId = known?.id ?? (await alarms.idOfCondition(trx, conditionOf(stopId)))
  if (alarmId !== null) await store.setAlarm(trx, stopId, alarmId)
  const data = unaddressed(await store.stop(trx, stopId))
  const found = await recordEvents(trx, [{ deptId: data.deptId, event: { name: 'speedingFound', topic: 'traffic', data } }])
  after(() => kernel.live.publish([...raised, ...found]))
}

/** Tells the alarm of a drive how that goes on. */
const tellAlarm = async (
  context: SeeContext,
  trx: Trx,
  alarm: DriveAlarm,
  pass: TooFast,
  end: Date,
  after: After,
): Promise<void> => {
  const { kernel, alarms } = context
  const counts = countsAgain(pass, alarm, end)
  const events = await alarms.driveGoesOn(trx, alarm, { alarm: alarmOf(context, pass), speed: pass.speed, counts })
  if (events.length > 0) after(() => kernel.live.publish(events))
}

/** One record a drive, with what calls for it to be stopped: that is called for once, when it is seen while it drives. Which records changed. */
export const tooFast = async (
  context: SeeContext,
  trx: Trx,
  pass: TooFast,
  late: boolean,
  after: After,
): Promise<RecordChange[]> => {
  const { store, watch } = context
  const { deptId, lng, lat } = pass.place
  const drive = await driveOf(context, trx, pass, late)
  if (drive !== null) {
    const { id, stopId } = drive
    const isCalled = drive.isLate && !late
    await store.driveOn(trx, drive, pass, { isCalled, isLive: !late })
    if (isCalled) await call(context, trx, stopId, pass, after)
    else if (drive.alarm !== null) await tellAlarm(context, trx, drive.alarm, pass, drive.end, after)
    return [
      { kind: speedingRecord.name, id, deptIds: null },
      { kind: trafficStop.name, id: stopId, deptIds: null },
    ]
  }
  const speedingId = await store.insertSpeeding(trx, pass, late)
  const areaId = lng === null || lat === null ? null : (watch.areaAt(lng, lat)?.id ?? null)
  const stopId = await store.insertStop(trx, speedingId, areaId, late)
  if (!late) await call(context, trx, stopId, pass, after)
  return [
    { kind: speedingRecord.name, id: speedingId, deptIds: [deptId] },
    { kind: trafficStop.name, id: stopId, deptIds: [deptId] },
  ]
}

const sourceOf = ({ kind, id, place }: PlaceOfPasses): TooFast['source'] => ({
  kind: kind === 'speedCamera' ? 'speedCamera' : 'gate',
  id,
  label: place,
})

/** All that follows from a pass, or nothing. */
const store = (
  context: SeeContext,
  { pass: seen, limit, isLate: late, isParking }: Judged,
  taken: TakenPictures,
): Promise<'stored' | 'duplicate'> => {
  const { kernel } = context
  return kernel.transaction(async (trx, after) => {
    const {
      ids: [bigImage = '', plateImage = ''],
      lost: pictureLost,
    } = await taken.settle(trx)
    const pass = { ...seen, bigImage, plateImage, pictureLost }
    const { speed } = pass
    const added = await context.store.insertPass(trx, pass)
    if (added === null) return 'duplicate'
    const { deptId } = pass.place
    // Before all else that is locked: whoever follows vehicles waits for none of it.
    const parked = isParking ? await parkedAtCamera(context.standing, trx, pass, late) : null
    const more =
      !isParking && pass.illegal && speed !== null && limit !== null
        ? await tooFast(
            context,
            trx,
            { ...pass, source: sourceOf(pass.place), device: null, alarmedAs: null, begins: false, speed, limit },
            late,
            after,
          )
        : []
    if (pass.listType === passList.code.black && !late)
      await context.blackList()?.passed(trx, { ...pass, passId: added.id }, after)
    if (parked !== null) await tellStops(context.standing, trx, { changed: new Set([parked]) }, after)
    after(() => kernel.bus.publish(recordsChanged, [{ kind: vehiclePass.name, id: added.id, deptIds: [deptId] }, ...more]))
    return 'stored'
  })
}

/** ms after which a camera that says nothing is offline, as a vehicle is. */
export const silentAfter = 600_000
const heardEvery = 10_000

/** That a camera was heard of, by a pass or by no more than that it is there. */
export const heard = async ({ kernel, store: cameras }: SeeContext, cameraId: string): Promise<void> => {
  const wasSilent = await cameras.heard(cameraId, { every: heardEvery, silent: silentAfter })
  if (wasSilent) await kernel.bus.publish(recordsChanged, [{ kind: speedCamera.name, id: cameraId, deptIds: null }])
}

/** How late a place tells; what is replayed says nothing of that. Kept by itself: it is so whatever becomes of the pass. */
const lagOf = async ({ store: clocks }: SeeContext, sighting: VehicleSighting, received: number): Promise<Lag | null> => {
  if (sighting.isReplayed) return null
  const known = await clocks.lagOf(sighting.place)
  const lag = lagAfter(known, sighting.passTime, received)
  if (lag !== known) await clocks.keepLag(sighting.place, lag)
  return lag
}

/** Where nobody keeps any. */
const nobody: PictureKeeper = { capture: () => Promise.resolve(''), dropCaptures: () => Promise.resolve() }

/** Keeps what a device saw; answers once it is committed. */
export const see = async (context: SeeContext, sighting: VehicleSighting): Promise<'stored' | 'duplicate'> => {
  const { place } = sighting
  const plate = kept(sighting.plateNumber, 20)
  if (place.kind === 'speedCamera') await heard(context, place.id)
  if (await context.store.isKnown(place, keyOf(sighting))) return 'duplicate'
  const received = context.kernel.clock.now()
  const lag = await lagOf(context, sighting, received)
  const when = believed(sighting.passTime, received, lag)
  const isBarred = plate !== '' && (await context.blackList()?.isBarred(plate, new Date(when.at))) === true
  const judged = judge(context, sighting, { car: await context.store.carOf(plate), when, received, isBarred })
  const keeper = context.pictures()
  const pictures = keeper === null ? [] : [sighting.whole, sighting.plate]
  const taken = await context.takePictures(keeper ?? nobody, { place, deptId: place.deptId, pictures })
  let isStored = false
  try {
    const outcome = await store(context, judged, taken)
    isStored = outcome === 'stored'
    return outcome
  } finally {
    await taken.finish(isStored)
  }
}

/**
 * What drove too fast and was not seen again for as long as one drive may be apart drives so no longer: its alarm returns. In two steps, each of
 * which may be done again: whoever closes a drive locks its alarm first.
 */
export const endDrives = async ({ kernel, store: drives, alarms }: SeeContext): Promise<void> => {
  const before = new Date(kernel.clock.now() - kernel.settings.get(trafficSettings.driveSeconds) * 1000)
  const over = await drives.drivesOver(before)
  if (over.length === 0) return
  await kernel.transaction(async (trx, after) => {
    // One that a fence noticed first has the alarm of that.
    const conditions = await alarms.conditionsOf(
      trx,
      over.flatMap(({ alarmId }) => alarmId ?? []),
    )
    const events = await alarms.apply(
      trx,
      over.map(({ stopId, alarmId, end }) => ({
        kind: 'return',
        conditionKey: conditions.get(alarmId ?? '') ?? conditionOf(stopId),
        end,
      })),
    )
    after(() => kernel.live.publish(events))
  })
  await drives.endDrives(
    over.map(({ id }) => id),
    before,
  )
}
