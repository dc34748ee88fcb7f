import { connect } from 'node:net'
import { createDelays } from './measure.ts'
import { codeOf, deviceKey, placeOf } from './site.ts'

/**
 * Devices that post one report each, in a process of their own: so many connections, each of which sends its next report once the
 * last one is answered. Told `{ origin port, from, seconds }`, it tells how many were answered and how long the slowest took.
 */
export interface Asked {
  readonly port: number
  /** The number of the first report. */
  readonly from: number
  readonly seconds: number
  readonly connections: number
  readonly devices: number
}
export interface Told {
  readonly sent: number
  readonly answered: number
  /** Milliseconds. */
  readonly p99: number
}

const run = async ({ port, from, seconds, connections, devices }: Asked): Promise<Told> => {
  const delays = createDelays()
  let number = from
  let answered = 0
  const until = performance.now() + seconds * 1_000
  const one = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1').setNoDelay()
      let sentAt = 0
      let text = ''
      const send = (): void => {
        const { lng, lat } = placeOf(number % devices)
        // Each turn round the devices is a step of its own.
        const place = `"lng":${lng.toFixed(7)},"lat":${(lat + Math.floor(number / devices) * 1e-7).toFixed(7)}`
        const body = `{"reports":[{"deviceType":"badge","deviceId":"${codeOf(number % devices)}","time":"${new Date().toISOString()}",${place},"accuracy":2.5,"speed":4.1,"course":90,"battery":80}]}`
        number += 1
        sentAt = performance.now()
        socket.write(
          `POST /ingest/reports HTTP/1.1\r\nhost: vigil\r\ncontent-type: application/json\r\nx-device-key: ${deviceKey}\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
        )
      }
      socket.setEncoding('latin1')
      socket.once('error', reject)
      socket.once('close', () => resolve())
      socket.on('data', (part: string) => {
        text += part
        if (!text.endsWith('}')) return
        if (!text.includes('"accepted":1')) return void socket.destroy(new Error(text))
        text = ''
        answered += 1
        delays.add(performance.now() - sentAt)
        if (performance.now() < until) send()
        else socket.destroy()
      })
      socket.once('connect', send)
    })
  await Promise.all(Array.from({ length: connections }, one))
  return { sent: number - from, answered, p99: delays.quantile(0.99) }
}

// Waits for what it is asked.
process.channel?.ref()
process.on('message', (message) => {
  if (typeof message !== 'object' || message === null || !('port' in message)) return
  run(message as Asked).then(
    (told) => process.send?.(told),
    (error: unknown) => {
      throw error
    },
  )
})
