import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { createDatabase } from '../../../server/src/kernel/db.ts'
import { createLog } from '../../../server/src/kernel/log.ts'
import { createFrameReader } from '../../../server/src/gateways/jt808/frame.ts'
import { readLocation } from '../../../server/src/gateways/jt808/location.ts'
import { framesOf, numberOfTerminal, readMessage } from '../../../server/src/gateways/jt808/message.ts'
import { createSiteTarget } from '../consoles.ts'
import { offer } from '../load.ts'
import { against, budget, createDelays, interleave } from '../measure.ts'
import type { Part, PartDeps } from '../part.ts'
import { freePort, placeOf, prepareSite, startPostgres, startSite } from '../site.ts'

const terminals = 2_000
/** Seconds between two frames of one. */
const every = 5
/** One frame in so many presses for help. */
const pressEvery = 100
/** What the devices of the demo report meanwhile, a second. */
const beside = { rate: 120, perPost: 20, consoles: 2 }
const devices = 1_000

const numberOf = (terminal: number): string => `0139${String(terminal).padStart(8, '0')}`
const message = { location: 0x0200, answer: 0x8001 } as const
const bcd = (value: number): number => (Math.floor(value / 10) << 4) | (value % 10)

const bodyOf = (terminal: number, time: number, isPress: boolean): Buffer => {
  const body = Buffer.alloc(28 + 6 + 3 + 3)
  const { lng, lat } = placeOf(terminal % devices)
  const local = new Date(time + 8 * 3_600_000)
  body.writeUInt32BE(isPress ? 1 : 0, 0)
  body.writeUInt32BE(3, 4)
  body.writeUInt32BE(Math.round(lat * 1e6), 8)
  body.writeUInt32BE(Math.round(lng * 1e6), 12)
  body.writeUInt16BE(12, 16)
  body.writeUInt16BE(200 + (terminal % 100), 18)
  body.writeUInt16BE(terminal % 360, 20)
  const parts = [local.getUTCFullYear() % 100, local.getUTCMonth() + 1, local.getUTCDate()]
  for (const [at, part] of [...parts, local.getUTCHours(), local.getUTCMinutes(), local.getUTCSeconds()].entries())
    body[22 + at] = bcd(part)
  // The way so far, satellites and battery.
  body.writeUInt16BE(0x0104, 28)
  body.writeUInt32BE(terminal * 10, 30)
  body.set([0x31, 1, 9, 0xe1, 1, 80], 34)
  return body
}

// Parsing ----------------------------------------------------------------------------------------------------------------

/** Bytes of a read from a socket. */
const piece = 65_536
const flag = 0x7e

/** What somebody writes in an hour who needs these fields alone, of frames that come whole. */
const plainReader = (bytes: Buffer): number => {
  let found = 0
  const scratch = Buffer.alloc(2_048)
  for (let from = bytes.indexOf(flag); from >= 0; ) {
    const to = bytes.indexOf(flag, from + 1)
    if (to < 0) break
    if (to > from + 1) {
      let length = 0
      let check = 0
      for (let at = from + 1; at < to; at += 1) {
        let byte = bytes[at] as number
        if (byte === 0x7d) byte = bytes[(at += 1)] === 2 ? flag : 0x7d
        scratch[length] = byte
        check ^= byte
        length += 1
      }
      if (check !== 0) throw new Error('a wrong check code')
      const location = {
        id: scratch.readUInt16BE(0),
        number: scratch.toString('hex', 4, 10),
        serial: scratch.readUInt16BE(10),
        alarms: scratch.readUInt32BE(12),
        status: scratch.readUInt32BE(16),
        lat: scratch.readUInt32BE(20) / 1e6,
        lng: scratch.readUInt32BE(24) / 1e6,
        alt: scratch.readInt16BE(28),
        speed: scratch.readUInt16BE(30) / 10,
        course: scratch.readUInt16BE(32),
        time: Date.parse(`20${scratch.toString('hex', 34, 35)}-01-01`) + (scratch[39] as number),
        mileage: scratch.readUInt32BE(42) / 10,
        satellites: scratch[48],
        battery: scratch[51],
      }
      if (location.lng > 0) found += 1
    }
    from = to
  }
  return found
}

const parseRates = async (deps: PartDeps) => {
  const wire = Buffer.concat(
    Array.from({ length: terminals }, (_, terminal) =>
      framesOf(
        {
          version: 2013,
          phone: Buffer.from(numberOf(terminal), 'hex'),
          id: message.location,
          body: bodyOf(terminal, 1_760_000_000_000, false),
        },
        terminal,
      ),
    ).flat(),
  )
  let found = 0
  const read = createFrameReader({
    frame: (frame, isSound) => {
      const said = isSound ? readMessage(frame) : null
      const location = said && readLocation(said.body)
      if (said && location?.place && numberOfTerminal(said).length === 12) found += 1
    },
    fault: (fault) => {
      throw new Error(fault)
    },
  })
  const ours = (): Promise<number> => {
    const before = found
    for (let at = 0; at < wire.length; at += piece) read(wire.subarray(at, at + piece))
    return Promise.resolve(found - before)
  }
  const peer = (): Promise<number> => Promise.resolve(plainReader(wire))
  if ((await ours()) !== terminals || (await peer()) !== terminals) throw new Error('frames were not read')
  const slices = deps.quick ? 20 : 100
  await interleave(2, slices, ours, peer)
  return interleave(deps.rounds, slices, ours, peer)
}

// Live -------------------------------------------------------------------------------------------------------------------

/** The terminals, a line each, and how long each frame waited for its answer, which comes after the commit. */
const connectAll = async (port: number) => {
  let delays = { fixes: createDelays(), presses: createDelays() }
  let refused = 0
  const waiting = new Map<string, { readonly at: number; readonly isPress: boolean }>()
  const lines: Socket[] = []
  for (let terminal = 0; terminal < terminals; terminal += 1) {
    const line = connect(port, '127.0.0.1')
    line.setNoDelay()
    const read = createFrameReader({
      frame: (frame) => {
        const said = readMessage(frame)
        if (said?.id !== message.answer) return
        const key = `${terminal}:${said.body.readUInt16BE(0)}`
        const asked = waiting.get(key)
        if (!asked) return
        waiting.delete(key)
        if (said.body[4] !== 0) refused += 1
        delays[asked.isPress ? 'presses' : 'fixes'].add(performance.now() - asked.at)
      },
      fault: (fault) => {
        throw new Error(fault)
      },
    })
    line.on('data', read)
    lines.push(line)
    if (terminal % 100 === 99) await pause(20)
  }
  const say = (terminal: number, serial: number, isPress: boolean): void => {
    waiting.set(`${terminal}:${serial}`, { at: performance.now(), isPress })
    const [frame] = framesOf(
      {
        version: 2013,
        phone: Buffer.from(numberOf(terminal), 'hex'),
        id: message.location,
        body: bodyOf(terminal, Date.now(), isPress),
      },
      serial,
    )
    if (frame) lines[terminal]?.write(frame)
  }
  return {
    /** Every terminal once in so many seconds, spread evenly; how many frames were said. */
    run: async (round: number, seconds: number) => {
      delays = { fixes: createDelays(), presses: createDelays() }
      const perTick = terminals / (every * 100)
      const from = performance.now()
      let sent = 0
      for (let tick = 0; tick < seconds * 100; tick += 1) {
        for (let at = 0; at < perTick; at += 1, sent += 1)
          say(sent % terminals, (round * 1_000 + Math.floor(sent / terminals)) & 0xffff, sent % pressEvery === 0)
        const next = from + (tick + 1) * 10
        if (next > performance.now()) await pause(next - performance.now())
      }
      for (let tries = 0; waiting.size > 0 && tries < 200; tries += 1) await pause(50)
      return { sent, lost: waiting.size, refused, ...delays }
    },
    end: () => {
      for (const line of lines) line.destroy()
    },
  }
}

export const part: Part = {
  about: `Vehicle terminals by JT/T 808. Locations parsed on one core, from the bytes of a socket to numbers, against a plain reader of the same fields that takes every frame for whole and sound. And ${terminals} terminals, a line each, that say where they are every ${every} s while devices report ${beside.rate} positions a second over HTTP: from the frame to its answer, which comes after the commit; one frame in ${pressEvery} presses for help.`,
  order: 62,
  run: async (deps) => {
    const rates = await parseRates(deps)
    const postgres = await startPostgres(deps)
    const url = await postgres.makeDatabase('terminals')
    await prepareSite(url, devices)
    const db = createDatabase(url, createLog('warn'), { max: 1 })
    await db.raw(
      db.sql,
      `INSERT INTO device (kind, code, label) SELECT 'car', '0139' || lpad(n::text, 8, '0'), 'car ' || n FROM generate_series(0, ${terminals - 1}) n`,
    )
    await db.close()
    const port = await freePort()
    const site = await startSite(deps, url, { VIGIL_JT808_PORT: String(port) })
    const target = await createSiteTarget(deps, site, { consoles: beside.consoles, devices })
    const plant = await connectAll(port)
    deps.onEnd(plant.end)
    const seconds = deps.quick ? 5 : 20
    const fixes: number[] = []
    const presses: number[] = []
    let lost = 0
    for (let round = 0; round <= deps.rounds; round += 1) {
      const [told] = await Promise.all([plant.run(round, seconds), offer(target, { ...beside, from: round * 100_000, seconds })])
      lost += told.lost + told.refused
      // The first round warms up.
      if (round === 0) continue
      fixes.push(told.fixes.quantile(0.99))
      presses.push(told.presses.quantile(0.99))
    }
    const calibration = `${terminals / every} frames a second`
    return [
      against({
        what: 'locations parsed a second',
        ...rates,
        peerName: 'a plain reader',
        unit: 'frames/s',
        limit: { atLeast: 0.5 },
      }),
      budget({
        what: 'the same, on one core',
        ours: rates.ours,
        calibration: `a plain reader: ${rates.peer.map((rate) => Math.round(rate)).join(', ')}`,
        unit: 'frames/s',
        limit: { atLeast: 200_000 },
      }),
      budget({ what: 'frame to its answer after the commit, p99', ours: fixes, calibration, unit: 'ms', limit: { atMost: 200 } }),
      budget({
        what: 'press for help to its answer after the commit, p99',
        ours: presses,
        calibration,
        unit: 'ms',
        limit: { atMost: 100 },
      }),
      budget({ what: 'frames that were not answered as stored', ours: [lost], calibration, unit: '', limit: { atMost: 0 } }),
    ]
  },
}
