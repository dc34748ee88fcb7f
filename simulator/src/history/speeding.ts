import { trafficCalls } from '@vigil/contract/traffic/calls.ts'
import { cast } from '../cast.ts'
import { plateOf, wholeOf } from '../checkpoints/pictures.ts'
import { siteTime } from '../checkpoints/site-time.ts'
import { speedCameras } from '../equipment.ts'
import type { Random } from '../world/random.ts'
import { day, hour, minute } from './calendar.ts'
import type { Days, Step } from './step.ts'

/** What nobody has handled yet at the end is not older than this. */
const openFor = 30 * minute
const mostOfADay = 2
const words = ['已电话通知承运单位，司机确认', '当场拦停教育，司机签字', '首次超速，口头警告'] as const

/** Lorries that drove too fast past a camera, and what the desk made of it. */
export const speeding = ({ midnights, now, timeZone }: Days, random: Random): Step[] =>
  midnights.flatMap((midnight) => {
    const until = Math.min(now - 6 * minute, midnight + 17 * hour)
    const from = Math.min(midnight + 8.5 * hour, until - 2 * hour)
    const count = now - midnight < day ? mostOfADay : random.whole(0, mostOfADay)
    return Array.from({ length: count }, () => random.between(from, until)).flatMap((at) =>
      speeder(at, { now, timeZone }, random),
    )
  })

const speeder = (at: number, { now, timeZone }: Pick<Days, 'now' | 'timeZone'>, random: Random): Step[] => {
  const { plateNumber, plateColor, carType } = random.pick(cast.cars.filter((car) => car.carType === 'truck'))
  const camera = random.pick(speedCameras)
  const speed = Math.round(camera.limit * random.between(1.12, 1.5))
  const scene = { plateNumber, plateColor, carType, time: siteTime(at, timeZone), speed }
  const plate = plateNumber.replaceAll('·', '')
  const seen: Step = {
    at,
    kind: 'act',
    act: async ({ push }) => {
      const [whole, cut] = await Promise.all([wholeOf(scene), plateOf(scene)])
      await push(camera.name, {
        plateNumber: plate,
        plateColor,
        vehicleType: carType,
        time: new Date(at).toISOString(),
        speed,
        direction: 'in',
        lane: 1,
        confidence: 97,
        pictures: { whole: whole.toString('base64'), plate: cut.toString('base64') },
      })
    },
  }
  if (at > now - openFor) return [seen]
  const handleNote = random.pick(words)
  const closed: Step = {
    at: at + random.between(2, 9) * minute,
    kind: 'act',
    act: async ({ desk }) => {
      const ask = await desk()
      const found = await ask(trafficCalls.listZdTrafficStop, { plateNumber: plate, status: 0 })
      for (const { id, version } of Array.isArray(found) ? found : found.list)
        await ask(trafficCalls.saveZdTrafficStop, { id, version, status: 2, handleNote })
    },
  }
  return [seen, closed]
}
