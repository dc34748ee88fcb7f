import http from 'node:http'
import { performance } from 'node:perf_hooks'
import WebSocket from 'ws'
import { livePath, type FromServer } from '@vigil/contract/live/live.ts'
import { readFrame } from '@vigil/contract/positions/frame.ts'
import type { ReportsAnswer } from '@vigil/contract/positions/report.ts'
import { post, type Target } from './load.ts'
import { createDelays } from './measure.ts'
import type { PartDeps } from './part.ts'
import { codeOf, deviceKey, forbidden, placeOf, type Site } from './site.ts'

/** A ten-millionth of a degree, the frame's own unit, for each report of a device: its latitude tells which one it is. */
const step = 1e-7

/** What of a post says again what was said already, and what was measured so long ago that it is late. */
export interface Mix {
  readonly again: number
  readonly late: number
}
/** Milliseconds: what is late was measured so long ago. */
const lateBy = 300_000
/** Posts that lie between a report and its being said again. */
const againAfter = 40

/** Our server with consoles on its live hub, as a load meets it. Reports go round the devices by turns. */
export const createSiteTarget = async (
  deps: PartDeps,
  site: Site,
  options: {
    readonly consoles: number
    readonly devices: number
    readonly alarmEvery?: number
    /** Asked for each post. */
    readonly mix?: () => Mix
  },
): Promise<
  Target & {
    readonly delays: () => ReturnType<typeof createDelays>
    readonly alarms: () => ReturnType<typeof createDelays>
    readonly restart: () => void
  }
> => {
  const { devices } = options
  const agent = new http.Agent({ keepAlive: true, timeout: 30_000, maxSockets: 64 })
  deps.onEnd(() => agent.destroy())
  const ingest = `${site.origin}/ingest/reports`
  /** When each report of each device was sent, by its number among them. */
  const sentAt: number[][] = Array.from({ length: devices }, () => [])
  const alarmSentAt = new Map<string, number>()
  const base = Int32Array.from(sentAt, (_, device) => Math.round(placeOf(device).lat / step))
  let delivered = 0
  let delays = createDelays()
  let alarms = createDelays()
  let alarmed = 0

  /** Which device an object of the frames is, told by the directory. */
  const deviceOf = new Map<number, number>()
  const watch = async (): Promise<void> => {
    const socket = new WebSocket(`${site.origin.replace('http', 'ws')}${livePath}`)
    socket.binaryType = 'arraybuffer'
    deps.onEnd(() => socket.terminate())
    const seen = new Uint32Array(devices)
    const directory = Promise.withResolvers<void>()
    socket.on('error', (error) => directory.reject(error))
    socket.on('message', (data: ArrayBuffer | Buffer, isBinary: boolean) => {
      const now = performance.now()
      if (!isBinary) {
        const message = JSON.parse(Buffer.from(data as ArrayBuffer).toString()) as FromServer
        if (message.type === 'directory') {
          for (const { id, deviceId } of message.objects) deviceOf.set(id, Number(deviceId.slice(1)))
          directory.resolve()
        } else if (message.type === 'ended') directory.reject(new Error(message.msg))
        else if (message.type === 'event' && message.event.name === 'alarmRaised') {
          const at = alarmSentAt.get(message.event.data.deviceId)
          if (at !== undefined) alarms.add(now - at)
        }
        return
      }
      const { count, id, lat } = readFrame(data as ArrayBuffer)
      for (let index = 0; index < count; index += 1) {
        const device = deviceOf.get(id[index] as number)
        const times = device === undefined ? undefined : sentAt[device]
        if (device === undefined || times === undefined) continue
        const upTo = Math.min(times.length, (lat[index] as number) - (base[device] as number))
        for (let number = seen[device] as number; number < upTo; number += 1) {
          delays.add(now - (times[number] as number))
          delivered += 1
        }
        seen[device] = Math.max(seen[device] as number, upTo)
      }
    })
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
    const topics = options.alarmEvery === undefined ? ['positions'] : ['positions', 'alarms']
    socket.send(JSON.stringify({ type: 'hello', token: site.token, topics, since: null }))
    await directory.promise
  }
  await Promise.all(Array.from({ length: options.consoles }, watch))

  const reportOf = (number: number, now: number, time: string): string => {
    const device = number % devices
    const times = sentAt[device] as number[]
    times.push(now)
    const lat = ((base[device] as number) + times.length) * step
    const place = `"lng":${placeOf(device).lng.toFixed(7)},"lat":${lat.toFixed(7)}`
    return `{"deviceType":"badge","deviceId":"${codeOf(device)}","time":"${time}",${place},"accuracy":2.5,"speed":4.1,"course":90,"battery":80}`
  }
  /** By turns a step into a forbidden fence and a press of the SOS button, each by a device that does nothing else. */
  const alarmOf = (now: number, time: string): string => {
    const device = codeOf(devices + alarmed)
    alarmed += 1
    alarmSentAt.set(device, now)
    const sos = alarmed % 2 === 0 ? ',"sos":"press"' : ''
    return `{"deviceType":"badge","deviceId":"${device}","time":"${time}","lng":${forbidden.lng},"lat":${forbidden.lat}${sos}}`
  }
  /** Reports of posts before, each as it was sent. */
  const sentBefore: (readonly string[])[] = []
  const lateOf = (number: number): string => {
    const { lng, lat } = placeOf(number % devices)
    const time = new Date(Date.now() - lateBy).toISOString()
    return `{"deviceType":"badge","deviceId":"${codeOf(number % devices)}","time":"${time}","lng":${lng.toFixed(7)},"lat":${lat.toFixed(7)}}`
  }
  return {
    send: async (from, count) => {
      const now = performance.now()
      const time = new Date().toISOString()
      const mix = options.mix?.() ?? { again: 0, late: 0 }
      const again = sentBefore.length < againAfter ? [] : (sentBefore.shift() ?? []).slice(0, mix.again)
      const fresh = count - mix.late - again.length
      const reports = Array.from({ length: fresh }, (_, index) => reportOf(from + index, now, time))
      if (mix.again > 0) sentBefore.push([...reports])
      for (let late = 0; late < mix.late; late += 1) reports.push(lateOf(from + fresh + late))
      const { alarmEvery } = options
      if (alarmEvery !== undefined && Math.floor(from / alarmEvery) !== Math.floor((from + count) / alarmEvery))
        reports.push(alarmOf(now, time))
      const answer = await post(agent, ingest, `{"reports":[${[...reports, ...again].join(',')}]}`, { 'x-device-key': deviceKey })
      if (answer.status !== 200) throw new Error(`HTTP ${answer.status}`)
      const { data, msg } = JSON.parse(answer.text) as { data: ReportsAnswer | null; msg: string }
      if (data?.accepted !== reports.length || data.duplicate !== again.length)
        throw new Error(`not accepted: ${msg} ${JSON.stringify(data)}`)
      // What moves nobody is shown to nobody: it is over once it is acknowledged.
      delivered += (mix.late + again.length) * options.consoles
    },
    delivered: () => delivered,
    delays: () => delays,
    alarms: () => alarms,
    restart: () => {
      delays = createDelays()
      alarms = createDelays()
    },
  }
}
