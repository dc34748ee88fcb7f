import { blankObject } from '@vigil/contract/positions/blank-object.ts'
import type { LiveObject } from '@vigil/contract/positions/entities.ts'
import { createFrame, degreeScale } from '@vigil/contract/positions/frame.ts'
import { blankAlarm } from '@vigil/contract/alarms/blank-alarm.ts'
import type { Alarm } from '@vigil/contract/alarms/entities.ts'

export const count = 10_000
export const centre = { lng: 118.36, lat: 31.17, zoom: 16 } as const

const worldPixels = 512 * 2 ** centre.zoom
const perDegree = worldPixels / 360
const stretch = Math.cos((centre.lat * Math.PI) / 180)
/** The degrees of a pixel of a window of 1280 × 800. */
const degreesOf = (x: number, y: number): { lng: number; lat: number } => ({
  lng: centre.lng + (x - 640) / perDegree,
  lat: centre.lat - ((y - 400) / perDegree) * stretch,
})

/** The first thing stands alone and jumps between two places with every message: where it is seen tells what is drawn. */
export const beacon = [
  { x: 60, y: 60 },
  { x: 60, y: 320 },
] as const
/** A place where nothing ever is. */
export const empty = { x: 60, y: 190 }

export const directory = (): LiveObject[] =>
  Array.from({ length: count }, (_, index) => ({
    ...blankObject(index + 1),
    deviceType: (['hat', 'badge', 'car'] as const)[index % 3] ?? 'hat',
    deviceId: `M${index}`,
    label: `M${index}`,
    userName: index % 3 === 2 ? null : `人员${index}`,
  }))

/** Message number `turn` of the live hub: everything has walked on a little. */
export const message = (turn: number): ArrayBuffer => {
  const frame = createFrame(count, Date.now(), turn === 0)
  for (let index = 0; index < count; index += 1) {
    const angle = index * 2.4 + turn * 0.3
    const column = index % 100
    const row = Math.floor(index / 100)
    const jump = beacon[turn % 2] ?? beacon[0]
    const place =
      index === 0
        ? degreesOf(jump.x, jump.y)
        : degreesOf(165 + column * 11 + 3 * Math.cos(angle), 10 + row * 7.8 + 3 * Math.sin(angle))
    frame.id[index] = index + 1
    frame.lng[index] = Math.round(place.lng * degreeScale)
    frame.lat[index] = Math.round(place.lat * degreeScale)
    frame.fixAge[index] = 1
    frame.recvAge[index] = 1
    frame.speed[index] = 40
    frame.course[index] = Math.round(((angle * 180) / Math.PI) % 360) * 10
    frame.accuracy[index] = 20
    frame.battery[index] = 80
    frame.floor[index] = -128
  }
  return frame.bytes.buffer
}

/** Forty of them alarm, six of them at level one, so that names are written and marks pulse as in the console. */
export const alarms = (): Alarm[] =>
  Array.from({ length: 40 }, (_, index) => {
    const id = 1 + index * 241 + 120
    const time = '2026-01-01 08:00:00'
    return {
      ...blankAlarm,
      id: String(index + 1),
      alarmLevel: index < 6 ? 1 : 2,
      alarmName: '电子围栏',
      result: '进入围栏',
      findTime: time,
      deviceId: `M${id - 1}`,
      deviceName: `M${id - 1}`,
      startTime: time,
      lastTime: time,
      objectId: id,
    }
  })
