import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import { createClient, type Client } from '@vigil/contract/kernel/client.ts'
import { reportsAnswer, type Report } from '@vigil/contract/positions/report.ts'
import { sessionCalls } from '@vigil/contract/session/calls.ts'
import { WebSocket } from 'ws'
import { cast, wangJianguo } from '../cast.ts'
import { pushAs, type PushesTo } from '../checkpoints/push-as.ts'
import type { Ask } from '../seeding.ts'
import type { Step } from './step.ts'

export interface HistoryOptions extends PushesTo {
  readonly deviceKey: string
  /** Asks as the administrator. */
  readonly ask: Ask
  /** Puts the server's clock; null at the real time. */
  readonly putClock: (time: number | null) => Promise<void>
  /** The password that the operator has while the history is lived. */
  readonly password: string
}

/** How much was lived. */
export interface Lived {
  readonly reports: number
  readonly handled: number
}

const post = async ({ origin, deviceKey }: HistoryOptions, reports: readonly Report[]): Promise<void> => {
  const response = await fetch(`${origin}/ingest/reports`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-device-key': deviceKey },
    body: JSON.stringify({ reports }),
  })
  const body = (await response.json()) as { readonly data?: unknown }
  const answer = reportsAnswer.safeParse(body.data).data
  if (!response.ok || !answer) throw new Error(`the history was refused: HTTP ${response.status} ${JSON.stringify(body)}`)
  const [rejected] = answer.rejected
  if (rejected) throw new Error(`a report of the history was rejected: ${rejected.reason}`)
}

/** A helmet connects, says what it has to say, and goes when all of it is answered; throws where its line ends before that. */
const speak = ({ origin, deviceKey }: HistoryOptions, imei: string, messages: readonly object[]): Promise<void> =>
  new Promise((done, failed) => {
    const socket = new WebSocket(`${origin.replace(/^http/, 'ws')}/helmet`, { perMessageDeflate: false })
    const helmet = cast.helmets.find((one) => one.imei === imei)
    const login = { act: 'ca_login', device_id: imei, key: deviceKey, fw_version: helmet?.fwVersion }
    const left: object[] = [login, ...messages]
    const next = (): void => {
      const message = left.shift()
      if (message) return socket.send(JSON.stringify(message))
      done()
      socket.close()
    }
    socket.on('open', next)
    socket.on('message', (data: Buffer) => {
      const { status, msg } = JSON.parse(data.toString()) as { readonly status?: unknown; readonly msg?: unknown }
      if (status === true) next()
      else {
        failed(new Error(`helmet ${imei} was refused: ${String(msg)}`))
        socket.close()
      }
    })
    socket.on('error', failed)
    socket.on('close', (code) => failed(new Error(`helmet ${imei} was cut off before it was answered: ${code}`)))
  })

/** Whoever sits at the desk; signs in when there is something to do. */
const createDesk = ({ origin, password }: HistoryOptions) => {
  let client: Client | null = null
  return {
    client: async (): Promise<Client> => {
      if (client) return client
      const token = await createClient({ origin }).ask(sessionCalls.login, { userName: wangJianguo.userName, password })
      client = createClient({ origin, token: () => token })
      return client
    },
    leave: async (): Promise<void> => {
      await client?.ask(sessionCalls.logout, undefined)
      client = null
    },
  }
}

/** Every helmet is switched on once, and says what it is. */
export const switchOn = async (options: HistoryOptions): Promise<void> => {
  const left = cast.helmets.filter(({ enable }) => enable === 1)
  const one = async (): Promise<void> => {
    for (let helmet = left.shift(); helmet; helmet = left.shift()) await speak(options, helmet.imei, [])
  }
  await Promise.all(Array.from({ length: 8 }, one))
}

/** Lives through the steps, each at its own time by the server's clock. Throws when anything of it is refused. */
export const liveHistory = async (options: HistoryOptions, steps: Iterable<Step>): Promise<Lived> => {
  const desk = createDesk(options)
  let [reports, handled] = [0, 0]
  const handle = async ({ deviceId, handling }: Extract<Step, { kind: 'handle' }>): Promise<void> => {
    const { by, reasonCode, handleNote } = handling
    const ask: Ask = by === 'admin' ? options.ask : (await desk.client()).ask
    const { list } = await ask(alarmCalls.listRealAlarmData, undefined)
    for (const { id, version } of list.filter((alarm) => alarm.deviceId === deviceId)) {
      await ask(alarmCalls.updateZdAlarm, { id, version, status: 2, handleNote, reasonCode })
      handled += 1
    }
  }
  for (const step of steps) {
    await options.putClock(step.at)
    if (step.kind === 'reports') {
      await post(options, step.reports)
      reports += step.reports.length
    } else if (step.kind === 'push') {
      const time = String(Math.floor(step.at / 1000))
      await speak(options, step.imei, [{ act: 'ca_sos', sos_type: step.sosType, time }])
    } else if (step.kind === 'handle') await handle(step)
    else if (step.kind === 'act') {
      const { at, act } = step
      await act({
        at,
        desk: async () => (await desk.client()).ask,
        push: (place, message) =>
          pushAs(options, place, [{ type: 'application/json', body: Buffer.from(JSON.stringify(message)) }]),
      })
    } else await desk.leave()
  }
  await desk.leave()
  return { reports, handled }
}
