import { deviceType, type DeviceType } from '@vigil/contract/devices/entities.ts'
import { offlineAfter } from '@vigil/contract/devices/settings.ts'
import type { Position } from '@vigil/contract/positions/entities.ts'
import type { Asked } from '../../kernel/caller.ts'
import { maySee } from '../../kernel/scope.ts'
import { deptOfDevice, type Device } from '../devices/index.ts'
import type { StoredFix } from './fix.ts'
import type { PositionContext } from './service.context.ts'
import { copyOfRow, type DeviceState } from './state.ts'

/** Where the devices are now that a caller sees, and which of them are online. */

export const isOnline = ({ kernel }: PositionContext, kind: DeviceType, state: DeviceState | undefined): boolean =>
  state !== undefined && kernel.clock.now() - state.recvTime < kernel.settings.get(offlineAfter(kind)) * 1000

export const seen = ({ registry }: PositionContext, asked: Asked): Device[] =>
  [...registry.all()].filter((device) => device.enabled && maySee(asked.caller.scope, deptOfDevice(device)))

export const positionOf = (
  { kernel: { clock } }: PositionContext,
  device: Device,
  row: Omit<StoredFix, 'kind'>,
  online: boolean,
): Position => ({
  deviceType: device.kind,
  deviceId: device.code,
  deviceName: device.label,
  userId: device.personId,
  userName: device.personName,
  deptName: device.deptName,
  plateNumber: device.kind === 'car' ? device.label : null,
  lng: row.lng,
  lat: row.lat,
  alt: row.alt,
  accuracy: row.accuracy,
  speed: row.speed,
  course: row.course,
  floor: row.floor,
  battery: row.battery,
  // Once there was no bound to it, and what is stored of then may be infinite.
  temperature: Number.isFinite(row.temperature) ? row.temperature : null,
  fixTime: clock.toWire(row.fixTime),
  recvTime: clock.toWire(row.recvTime),
  late: row.late,
  online,
})

export const listLatest = (context: PositionContext, asked: Asked): Position[] => {
  const positions: Position[] = []
  for (const device of seen(context, asked)) {
    const state = context.pipeline.states.get(device.id)
    if (!state) continue
    const row = { ...copyOfRow(state.row), recvTime: state.recvTime, late: false }
    positions.push(positionOf(context, device, row, isOnline(context, device.kind, state)))
  }
  return positions
}

export const countOnline = (context: PositionContext, asked: Asked) => {
  const devicesSeen = seen(context, asked)
  return deviceType.codes.map((kind) => {
    const ofKind = devicesSeen.filter((device) => device.kind === kind)
    const online = ofKind.filter((device) => isOnline(context, kind, context.pipeline.states.get(device.id))).length
    return { deviceType: kind, name: deviceType.name(kind, asked.language), online, total: ofKind.length }
  })
}
