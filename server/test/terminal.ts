import { connect } from 'node:net'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'
import { siteCalls } from '@vigil/contract/site/calls.ts'
import { createFrameReader } from '../src/gateways/jt808/frame.ts'
import { framesOf, readMessage, type Message } from '../src/gateways/jt808/message.ts'
import type { TestSite } from './site.ts'

/** Where terminals of vehicles connect to a site's server. */
export const terminalPort = async ({ admin }: Pick<TestSite, 'admin'>): Promise<number> => {
  const gateways = await admin.ask(siteCalls.listGatewayAll, undefined)
  return Number(gateways.find(({ name }) => name === 'jt808')?.at)
}

const bcd = (value: number): string => String(value).padStart(2, '0')
/** The fixed part of a location; `time` in ms since 1970. */
export const locationBody = ({
  alarms = 0,
  status = 3,
  lng = 118.36,
  lat = 31.17,
  speed = 0,
  time = Date.now(),
}: {
  alarms?: number
  status?: number
  lng?: number
  lat?: number
  speed?: number
  time?: number
} = {}): Buffer => {
  const body = Buffer.alloc(28)
  body.writeUInt32BE(alarms, 0)
  body.writeUInt32BE(status, 4)
  body.writeUInt32BE(Math.round(lat * 1e6), 8)
  body.writeUInt32BE(Math.round(lng * 1e6), 12)
  body.writeUInt16BE(speed * 10, 18)
  const local = new Date(Math.floor(time / 1_000) * 1_000 + 8 * 3_600_000)
  const parts = [
    local.getUTCFullYear() % 100,
    local.getUTCMonth() + 1,
    local.getUTCDate(),
    local.getUTCHours(),
    local.getUTCMinutes(),
    local.getUTCSeconds(),
  ]
  body.write(parts.map(bcd).join(''), 22, 'hex')
  return body
}
export const batchBody = (isBackfill: boolean, locations: readonly Buffer[]): Buffer => {
  const head = Buffer.alloc(3)
  head.writeUInt16BE(locations.length, 0)
  head[2] = isBackfill ? 1 : 0
  return Buffer.concat([
    head,
    ...locations.flatMap((location) => {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(location.length, 0)
      return [length, location]
    }),
  ])
}

/** A terminal's socket, which waits for what it is told. */
export const connectTerminal = async (port: number, number: string, version: 2013 | 2019 = 2013) => {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  onTestFinished(() => void socket.destroy())
  const told: Message[] = []
  const waiting = new Set<() => void>()
  const read = createFrameReader({
    frame: (frame) => {
      const message = readMessage(Buffer.from(frame))
      if (message) told.push(message)
      for (const look of waiting) look()
    },
    fault: (fault) => {
      throw new Error(fault)
    },
  })
  socket.on('data', read)
  socket.on('error', () => undefined)
  const closed = once(socket, 'close')
  const phone = Buffer.from(number.padStart(version === 2019 ? 20 : 12, '0'), 'hex')
  let serial = 0
  let from = 0
  const frames = (id: number, body: Buffer = Buffer.alloc(0)): Buffer[] => {
    const made = framesOf({ version, phone, id, body }, serial)
    serial += made.length
    return made
  }
  const next = (id: number): Promise<Message> =>
    new Promise((resolve) => {
      const look = (): void => {
        const at = told.findIndex((message, place) => place >= from && message.id === id)
        if (at < 0) return
        from = at + 1
        waiting.delete(look)
        resolve(told[at] as Message)
      }
      waiting.add(look)
      look()
    })
  const say = (id: number, body?: Buffer): void => void socket.write(Buffer.concat(frames(id, body)))
  return {
    socket,
    closed,
    told,
    frames,
    say,
    next,
    /** Says something and waits for its general answer; its result. */
    ask: async (id: number, body?: Buffer): Promise<number> => {
      say(id, body)
      const answer = await next(0x8001)
      return answer.body[4] ?? -1
    },
  }
}
