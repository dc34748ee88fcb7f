import { alarmType } from '@vigil/contract/alarms/types.ts'
import { plateForm } from '@vigil/contract/devices/plate.ts'
import { metresBetween } from '@vigil/contract/kernel/earth.ts'
import { trafficSettings } from '@vigil/contract/traffic/settings.ts'
import type { Trx } from '../../kernel/kernel.ts'
import type { AlarmContext } from './context.ts'
import type { NewAlarm, SpeedingAlarm, SpeedingVehicle } from './raised.store.ts'
import type { AlarmIntent } from './intent.ts'

interface Spot {
  readonly lng: number | null
  readonly lat: number | null
}
/** Metres between two places; 0 where nobody knows where one of them is. */
const apartOf = (one: Spot, other: Spot): number =>
  one.lng === null || one.lat === null || other.lng === null || other.lat === null
    ? 0
    : metresBetween([one.lng, one.lat], [other.lng, other.lat])

/**
 * What alarms already of the drive on which a vehicle is too fast; null where nothing does. Where its own device says so it is on its way
 * between, however far; what a camera saw is of the drive as far as two cameras may be apart.
 */
export const speedingOfDrive = async (
  { kernel: { settings }, store }: AlarmContext,
  trx: Trx,
  vehicle: SpeedingVehicle,
): Promise<SpeedingAlarm | null> => {
  const around = await store.speedingAround(trx, vehicle, settings.get(trafficSettings.driveSeconds) * 1000)
  const far = settings.get(trafficSettings.driveMetres)
  const isOfIt = (alarm: SpeedingAlarm): boolean =>
    alarm.deviceId === null && vehicle.deviceId === null
      ? false
      : (alarm.deviceId !== null && alarm.deviceId === vehicle.deviceId) || apartOf(alarm, vehicle) <= far
  return around.find(isOfIt) ?? null
}

/** Whoever finds out whether a drive has its alarm does so one after the other, of one vehicle. */
const speedingOf = (intents: readonly AlarmIntent[]): NewAlarm[] =>
  intents
    .flatMap((intent) => (intent.kind === 'return' ? [] : [intent.alarm]))
    .filter(({ alarmType: type, device }) => type === alarmType.code.speeding && device !== null)
    .toSorted((one, other) => (one.plateNumber < other.plateNumber ? -1 : 1))

/**
 * One drive of one vehicle that is too fast is one alarm, whether a camera, a road or a fence notices it first: what follows within the time that
 * two of one drive may be apart is counted with that. Its own condition, where it ends, ends nothing then: the first one's end is the drive's.
 */
export const asOneDrive = async (
  context: AlarmContext,
  trx: Trx,
  intents: readonly AlarmIntent[],
): Promise<readonly AlarmIntent[]> => {
  const sped = speedingOf(intents)
  if (sped.length === 0) return intents
  const firsts = new Map<string, string>()
  for (const { device, plateNumber, startTime: at, lng, lat, conditionKey } of sped) {
    await context.store.lockDrives(trx, plateForm(plateNumber))
    const first = await speedingOfDrive(context, trx, { deviceId: device?.id ?? null, plateNumber, at, lng, lat })
    if (first !== null) firsts.set(conditionKey, first.conditionKey)
  }
  return intents.map((intent) => {
    const first = intent.kind === 'return' ? undefined : firsts.get(intent.alarm.conditionKey)
    return intent.kind === 'return' || first === undefined
      ? intent
      : { ...intent, alarm: { ...intent.alarm, conditionKey: first } }
  })
}
