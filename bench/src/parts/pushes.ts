import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { siteCalls } from '@vigil/contract/site/calls.ts'
import { trafficCalls } from '@vigil/contract/traffic/calls.ts'
import { createClient } from '@vigil/contract/kernel/client.ts'
import { startChild } from '../child.ts'
import { budget, createDelays } from '../measure.ts'
import type { Part } from '../part.ts'
import { join } from 'node:path'
import { prepareSite, startPostgres, startSite } from '../site.ts'

const rate = 100
const picture = 500_000
/** Each with a connection and an address of its own, told by a proxy: no single one may push as much as all of them do. */
const cameras = 20
const addressOf = (camera: number): string => `10.9.0.${camera + 1}`

const edge = 'boundary'
/** What begins as a JPEG and is as large as one; no two are alike, so that each is written. */
const jpeg = (): Buffer => {
  const bytes = randomBytes(picture)
  bytes.write('ffd8ffe000104a464946', 0, 'hex')
  return bytes
}
const bodyOf = (pass: number): Buffer => {
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<EventNotificationAlert version="2.0" xmlns="http://www.hikvision.com/ver20/XMLSchema">
<ipAddress>127.0.0.1</ipAddress><channelID>1</channelID><dateTime>${new Date().toISOString()}</dateTime><activePostCount>1</activePostCount>
<eventType>ANPR</eventType><eventState>active</eventState><UUID>${pass}</UUID>
<ANPR><licensePlate>皖B${String(pass).padStart(5, '0')}</licensePlate><line>1</line><direction>forward</direction><confidenceLevel>97</confidenceLevel>
<plateColor>yellow</plateColor><vehicleInfo><vehicleType>truck</vehicleType><speed>${pass % 20 === 0 ? 45 : 20}</speed></vehicleInfo></ANPR>
</EventNotificationAlert>`
  const part = (head: string, contents: Buffer | string) => [
    Buffer.from(`--${edge}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
    Buffer.from(contents),
    Buffer.from('\r\n'),
  ]
  return Buffer.concat([
    ...part('name="anpr.xml"; filename="anpr.xml"\r\nContent-Type: application/xml', xml),
    ...part('name="detectionPicture.jpg"; filename="detectionPicture.jpg"\r\nContent-Type: image/jpeg', jpeg()),
    ...part('name="licensePlatePicture.jpg"; filename="licensePlatePicture.jpg"\r\nContent-Type: image/jpeg', jpeg()),
    Buffer.from(`--${edge}--\r\n`),
  ])
}

export const part: Part = {
  about: `${rate} pushes of ${cameras} cameras a second, each with two pictures of ${picture / 1_000} kB, every twentieth of a vehicle that is too fast: how long the server's main thread is at one thing, and how long a camera waits for its answer, which comes after pictures and record are stored. What an operator does meanwhile waits no longer than a twentieth of a second.`,
  order: 64,
  run: async (deps) => {
    const url = await (await startPostgres(deps)).makeDatabase('pushes')
    await prepareSite(url, 100, 0)
    const site = await startSite(deps, url, {
      VIGIL_DATA_DIR: join(deps.folder, 'site'),
      VIGIL_TRUST_PROXY: '127.0.0.1',
    })
    const client = createClient({ origin: site.origin, token: () => site.token })
    for (let camera = 0; camera < cameras; camera += 1)
      await client.ask(trafficCalls.saveBsSpeedOver, {
        name: `北段 ${camera + 1}`,
        ip: addressOf(camera),
        place: '主干道',
        limit: 30,
      })
    // More than one device may send a day: what is measured is what it costs to keep it.
    await client.ask(siteCalls.saveSite, { ...(await client.ask(siteCalls.getSite, undefined)), pushPictureMb: 0 })
    const seconds = deps.quick ? 3 : 10
    let pass = 0
    let failed = 0
    const blocks: number[] = []
    const idle = startChild(deps, new URL('../peers/idle.ts', import.meta.url))
    const idleBlocks: number[] = []
    const waits: number[] = []
    for (let round = 0; round <= deps.rounds; round += 1) {
      const delays = createDelays()
      // Made before: what it takes to make them is not the server's.
      const bodies = Array.from({ length: rate * seconds }, () => bodyOf((pass += 1)))
      await Promise.all([site.child.usage(), idle.usage()])
      const from = performance.now()
      await Promise.all(
        Array.from({ length: cameras }, async (_, camera) => {
          for (let at = camera; at < bodies.length; at += cameras) {
            const due = from + (at * 1_000) / rate
            if (due > performance.now()) await pause(due - performance.now())
            const sent = performance.now()
            const { status } = await fetch(`${site.origin}/ingest/anpr`, {
              method: 'POST',
              headers: {
                'content-type': `multipart/form-data; boundary=${edge}`,
                'x-forwarded-for': addressOf(camera),
              },
              body: Uint8Array.from(bodies[at] as Buffer),
            })
            delays.add(performance.now() - sent)
            if (status !== 200) failed += 1
          }
        }),
      )
      // The first round warms up.
      if (round === 0) continue
      blocks.push((await site.child.usage()).longestBlock)
      idleBlocks.push((await idle.usage()).longestBlock)
      waits.push(delays.quantile(0.99))
    }
    const stored = await client.ask(trafficCalls.getZdTrafficCount, {})
    const calibration = `${rate} pushes a second, ${Math.round((2 * rate * picture) / 1e6)} MB`
    return [
      budget({
        what: 'longest block of the main thread',
        ours: blocks,
        calibration: `${calibration}; of a process beside it that does nothing: ${idleBlocks.map((block) => Math.round(block)).join(', ')} ms`,
        unit: 'ms',
        limit: { atMost: 50 },
      }),
      budget({
        what: 'push to its answer after the commit, p99',
        ours: waits,
        calibration,
        unit: 'ms',
        limit: { atMost: 1_000 },
      }),
      budget({
        what: 'pushes that were not stored',
        ours: [failed + pass - stored],
        calibration,
        unit: '',
        limit: { atMost: 0 },
      }),
    ]
  },
}
