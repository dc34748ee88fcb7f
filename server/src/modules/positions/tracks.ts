import type { TrackedDevice } from '@vigil/contract/positions/entities.ts'
import { degreeScale, unknown16 } from '@vigil/contract/positions/frame.ts'
import { createTrack, trackLimits } from '@vigil/contract/positions/track-columns.ts'
import type { Asked } from '../../kernel/caller.ts'
import { invalid } from '../../kernel/refusal.ts'
import { maySee } from '../../kernel/scope.ts'
import { deptOfDevice, type Device } from '../devices/index.ts'
import { hourMs } from './fix.ts'
import { noFixes, type FixColumns } from './fix-columns.ts'
import type { Body, PositionContext } from './service.context.ts'
import { periodOf, requireDays } from './track.ts'

/** Tracks of many, as the screen plays them. */

export const told = (device: Device): TrackedDevice => ({
  id: device.id,
  deviceType: device.kind,
  deviceId: device.code,
  label: device.label,
  userId: device.personId,
  userName: device.personName,
  deptId: deptOfDevice(device),
  deptName: device.deptName,
})

/** Those that are out of use too: where they were stays known. */
export const devicesSeen = ({ registry }: PositionContext, asked: Asked): Device[] =>
  [...registry.all()].filter((device) => maySee(asked.caller.scope, deptOfDevice(device)))

export const trackDevices = (context: PositionContext, asked: Asked): TrackedDevice[] => devicesSeen(context, asked).map(told)

const tenths = (value: number | undefined): number =>
  value === undefined || !(value >= 0) ? unknown16 : Math.min(unknown16 - 1, Math.round(value * 10))

/** `from`: where times count from, ms since 1970; `by`: which of the two times. */
export const wireColumns = (fixes: FixColumns, from: number, by: 'fixTime' | 'recvTime' = 'fixTime'): string => {
  const { lng, lat, speed, course, [by]: time } = fixes
  const track = createTrack(time.length)
  for (let at = 0; at < time.length; at += 1) {
    track.time[at] = (time[at] ?? 0) - from
    track.lng[at] = Math.round((lng[at] ?? 0) * degreeScale)
    track.lat[at] = Math.round((lat[at] ?? 0) * degreeScale)
    track.speed[at] = tenths(speed[at])
    track.course[at] = tenths(course[at])
  }
  return Buffer.from(track.bytes.buffer).toString('base64')
}

/** Refuses what would hold up others: it is asked for in parts. */
const requireModest = (devices: number, from: number, to: number): void => {
  // The last second is in it: from eight to eight is as many hours as it says.
  const hours = Math.ceil((to - 1_000 - from) / hourMs)
  requireDays(from, to)
  if (devices * hours > trackLimits.deviceHours)
    throw invalid(
      'devices',
      { zh: '设备', en: 'Devices' },
      {
        zh: `过多：${devices} 台 × ${hours} 小时，一次最多 ${trackLimits.deviceHours} 台时`,
        en: `are too many: ${devices} × ${hours} hours, ${trackLimits.deviceHours} device-hours at most at a time`,
      },
    )
}

/** The tracks of those of the devices that the caller sees; that somebody looked them up is journalled for each. */
export const tracks = async (
  { kernel, store, registry }: PositionContext,
  { devices, startTime, endTime }: Body<'listHisTracks'>,
  asked: Asked,
) => {
  const { from, to } = periodOf(kernel.clock, startTime, endTime)
  requireModest(devices.length, from, to)
  const named = devices.map(({ deviceType, deviceId }) => registry.find(deviceType, deviceId))
  const found = [...new Set(named)].filter(
    (device): device is Device => device !== undefined && maySee(asked.caller.scope, deptOfDevice(device)),
  )
  if (found.length === 0) return { startAt: from, tracks: [] }
  await kernel.transaction((trx) =>
    kernel.journal.writeAll(
      trx,
      asked,
      found.map(({ kind, code, label }) => ({
        module: 'positions',
        action: 'look',
        object: 'track',
        objectId: `${kind}:${code}`,
        after: { name: label, startTime, endTime },
      })),
    ),
  )
  const fixes = await store.tracks.many(
    found.map(({ id }) => id),
    from,
    to,
  )
  return {
    startAt: from,
    tracks: found.map((device) => ({ ...told(device), columns: wireColumns(fixes.get(device.id) ?? noFixes, from) })),
  }
}
