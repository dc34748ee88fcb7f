import { blankObject } from '@vigil/contract/positions/blank-object.ts'
import type { LiveObject } from '@vigil/contract/positions/entities.ts'
import { createFrame, degreeScale } from '@vigil/contract/positions/frame.ts'
import { blankAlarm } from '@vigil/contract/alarms/blank-alarm.ts'
import type { Alarm } from '@vigil/contract/alarms/entities.ts'
import { siteCentre } from '../../simulator/src/world/plan.ts'

/** So many things around a place, in columns and rows so many pixels apart, each walking in a circle of so many pixels; some of them alarm. */
export interface Crowd {
  readonly count: number
  readonly centre: { readonly lng: number; readonly lat: number; readonly zoom: number }
  readonly columns: number
  readonly apart: { readonly x: number; readonly y: number }
  readonly circle: number
  readonly alarmed: number
}
/** Everything moves once a second, and few alarm. */
export const walking: Crowd = {
  count: 10_000,
  centre: { lng: 118.36, lat: 31.17, zoom: 16 },
  columns: 100,
  apart: { x: 11, y: 7.8 },
  circle: 3,
  alarmed: 40,
}
/** What a map is dragged about over: the plan below it, more alarms than there is room for names, everybody walks 4 m in 3 s. */
export const dragged: Crowd = {
  count: 5_000,
  centre: { ...siteCentre, zoom: 15 },
  columns: 100,
  apart: { x: 11, y: 15 },
  circle: 6.5,
  alarmed: 300,
}

/** The degrees of a pixel of a window of 1280 × 800. */
const degreesOf = ({ lng, lat, zoom }: Crowd['centre'], x: number, y: number): { lng: number; lat: number } => {
  const perDegree = (512 * 2 ** zoom) / 360
  return { lng: lng + (x - 640) / perDegree, lat: lat - ((y - 400) / perDegree) * Math.cos((lat * Math.PI) / 180) }
}

/** The first thing stands alone and jumps between two places with every message: where it is seen tells what is drawn. */
export const beacon = [
  { x: 60, y: 60 },
  { x: 60, y: 320 },
] as const
/** A place where nothing ever is. */
export const empty = { x: 60, y: 190 }

export const directory = ({ count }: Crowd): LiveObject[] =>
  Array.from({ length: count }, (_, index) => ({
    ...blankObject(index + 1),
    deviceType: (['hat', 'badge', 'car'] as const)[index % 3] ?? 'hat',
    deviceId: `M${index}`,
    label: `M${index}`,
    userName: index % 3 === 2 ? null : `人员${index}`,
  }))

/** Message number `turn` of the live hub: everything has walked on a little. */
export const message = ({ count, centre, columns, apart, circle }: Crowd, turn: number): ArrayBuffer => {
  const frame = createFrame(count, Date.now(), turn === 0)
  for (let index = 0; index < count; index += 1) {
    const angle = index * 2.4 + turn * 0.3
    const column = index % columns
    const row = Math.floor(index / columns)
    const jump = beacon[turn % 2] ?? beacon[0]
    const place =
      index === 0
        ? degreesOf(centre, jump.x, jump.y)
        : degreesOf(centre, 165 + column * apart.x + circle * Math.cos(angle), 10 + row * apart.y + circle * Math.sin(angle))
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

/** Some of them alarm, six of them at level one, so that names are written and marks pulse as in the console. */
export const alarms = ({ count, alarmed }: Crowd): Alarm[] =>
  Array.from({ length: alarmed }, (_, index) => {
    const id = 121 + Math.floor((index * (count - 360)) / (alarmed - 1))
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
