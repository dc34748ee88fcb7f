import { deviceType } from '../devices/entities.ts'
import type { Alarm } from './entities.ts'

type About = Pick<Alarm, 'deviceType' | 'userName' | 'plateNumber' | 'deviceName'>

const worn: ReadonlySet<string> = new Set([deviceType.code.hat, deviceType.code.badge])
const isOfVehicle = ({ deviceType: type, plateNumber }: About): boolean => plateNumber !== '' && !worn.has(type)

/**
 * Who or what an alarm is about, wherever it is named: a vehicle by its plate, whoever drives it, else a person, else what it came from. What
 * somebody wears is his, though a vehicle comes near him.
 */
export const subjectOf = (alarm: About): string => (isOfVehicle(alarm) ? alarm.plateNumber : alarm.userName || alarm.deviceName)

/** Who drives the vehicle that an alarm is about; empty where it is about none, or nobody is known. */
export const driverOf = (alarm: About): string => (isOfVehicle(alarm) ? alarm.userName : '')
