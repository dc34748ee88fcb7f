/** The line to a vendor's helmet service (`VIGIL_HELMET_SERVICE_URL`): its helmets and their calls for help, without any browser. */
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { subject } from '../../kernel/bus/subject.ts'
import { createTraffic, GatewayError, type Gateway } from '../../kernel/gateway.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { createLease } from '../../kernel/lease.store.ts'
import { declareModule, type Doors } from '../../kernel/module.ts'
import { NotReady } from '../../kernel/refusal.ts'
import type { Incoming } from '../../modules/positions/index.ts'
import { startLink, usualTimes, type Link } from './link.ts'
import { activeOf, helpIn, type Said } from './messages.ts'

/** Which helmets the server that has the line hears over it, told every time that it has asked. */
const linkServes = subject('helmetLink.serves', z.object({ server: z.string(), codes: z.array(z.string()) }))
/** What another server told counts for so long: several times of its asking. Milliseconds. */
const servesFor = 5 * usualTimes.poll
/** Calls for help that wait until they can be stored; the database has been gone for long then, and helmets call again. */
const waitingAtMost = 10_000
const tooManyWait = new GatewayError({ zh: '等待保存的求救过多', en: 'too many calls for help wait to be stored' })
/** Milliseconds before a call for help that could not be stored is handed on again. */
const againAfter = 1_000

export interface Service {
  readonly url: string
  readonly user: string
  readonly password: string
}

export const createHelmetLink = (
  kernel: Pick<Kernel, 'bus' | 'clock' | 'ingest' | 'log' | 'server'>,
  { positions }: Pick<Doors, 'positions'>,
  service: Service,
  times = usualTimes,
): Gateway => {
  const { bus, clock, ingest, log } = kernel
  const { origin, pathname } = new URL(service.url)
  /** As it is shown and logged: what else stands in it may be a secret. */
  const address = `${origin}${pathname}`
  const traffic = createTraffic(clock.now)
  let isConnected = false
  let link: Link | null = null
  const stopping = new AbortController()
  /** When the newest fix of each helmet that was handed on was measured: they are told again every time. */
  const handedOn = new Map<string, number>()
  let served: ReadonlySet<string> = new Set()
  let elsewhere: { readonly codes: ReadonlySet<string>; readonly at: number; readonly server: string } | null = null
  bus.subscribe(linkServes, ({ server, codes }, whence) => {
    if (whence === 'elsewhere') elsewhere = { codes: new Set(codes), at: clock.now(), server }
  })
  bus.onGone((server) => {
    if (elsewhere?.server === server) elsewhere = null
  })
  /** Those that are heard over the line, whichever server has it; null while none is known to. */
  const heard = (): ReadonlySet<string> | null => {
    if (isConnected) return served
    return elsewhere !== null && elsewhere.at > clock.now() - servesFor ? elsewhere.codes : null
  }
  // What a page saves of these is stored by us already.
  positions.onServedDirectly((code) => heard()?.has(code) ?? false)

  const takeFixes = async (fixes: readonly Incoming[]): Promise<void> => {
    try {
      await positions.report(fixes)
    } catch (error) {
      // Told again with the next list.
      for (const { deviceId } of fixes) handedOn.delete(deviceId)
      traffic.failed(error)
      if (!(error instanceof NotReady)) log.warn({ err: error }, 'what the helmet service told could not be stored')
    }
  }
  const hearActive = (data: readonly unknown[]): void => {
    const active = activeOf(data)
    served = new Set(active.map(({ code }) => code))
    for (const code of handedOn.keys()) if (!served.has(code)) handedOn.delete(code)
    bus.tellOthers(linkServes, { server: bus.server, codes: [...served] })
    const fixes = active.flatMap(({ code, fix }) => {
      if (fix === null || handedOn.get(code) === fix.time) return []
      handedOn.set(code, fix.time)
      return [fix]
    })
    if (fixes.length > 0) void takeFixes(fixes)
  }

  let waiting = 0
  /** It is told once and nobody acknowledges it: it is handed on until it is stored. */
  const raise = async (call: Incoming): Promise<void> => {
    if (waiting >= waitingAtMost) throw tooManyWait
    waiting += 1
    try {
      while (!stopping.signal.aborted) {
        try {
          const [outcome] = await positions.report([call])
          if (outcome !== 'accepted' && outcome !== 'duplicate')
            log.warn(
              { outcome, device: call.deviceId },
              'a call for help of the helmet service is of no helmet that is known here',
            )
          return
        } catch (error) {
          if (!(error instanceof NotReady)) throw error
          traffic.failed(error)
          await pause(againAfter, undefined, { signal: stopping.signal }).catch(() => undefined)
        }
      }
      log.error({ device: call.deviceId }, 'a call for help of the helmet service was not stored: the server ends')
    } finally {
      waiting -= 1
    }
  }
  const hear = (message: Said): void => {
    const call = helpIn(message, clock.now())
    if (call === 'nobody') {
      traffic.failed(new GatewayError({ zh: '一条求救没有说明是哪顶安全帽', en: 'a call for help does not say whose it is' }))
      log.error({ message: message.cmd }, 'a call for help of the helmet service does not say which helmet calls')
    } else if (call !== null)
      // Its time is that of now, however often it is handed on: each other time would be another call.
      raise({ ...call, time: call.time ?? clock.now() }).catch((error: unknown) => {
        traffic.failed(error)
        log.error({ err: error, device: call.deviceId }, 'a call for help of the helmet service could not be stored')
      })
    if (message.cmd === 'ma_get_active_devices') hearActive(message.data ?? [])
  }

  return {
    name: 'helmetLink',
    protocol: 'act/cmd (WebSocket)',
    at: { address },
    start: () => {
      // By the connections of reports: nobody's statistics are in its way.
      const lease = createLease(ingest, 'helmetLink', kernel.server)
      const onChange = (is: boolean): void => {
        isConnected = is
        if (is) log.info({ address }, 'the helmet service has let us in')
        else served = new Set()
      }
      link = startLink({ ...service, lease, traffic, log, hear, onChange }, times)
      return Promise.resolve()
    },
    stop: async () => {
      await link?.stop()
      stopping.abort()
    },
    status: () => ({ listening: heard() !== null, connections: heard()?.size ?? 0, ...traffic.counts() }),
  }
}

const noAddress = '须以 ws:// 或 wss:// 开头，且不含用户名和密码 / must begin with ws:// or wss:// and hold no name or password'
const isAddress = (text: string): boolean => {
  const url = URL.parse(text)
  return url !== null && ['ws:', 'wss:'].includes(url.protocol) && url.username === '' && url.password === ''
}

export const domain = declareModule({
  name: 'helmetLink',
  needs: ['positions'],
  variables: {
    VIGIL_HELMET_SERVICE_URL: z.string().refine(isAddress, noAddress).optional(),
    VIGIL_HELMET_SERVICE_USER: z.string().default(''),
    VIGIL_HELMET_SERVICE_PASSWORD: z.string().default(''),
  },
  create: (kernel, doors, _site, told) => {
    const { VIGIL_HELMET_SERVICE_URL: url, VIGIL_HELMET_SERVICE_USER: user, VIGIL_HELMET_SERVICE_PASSWORD: password } = told
    return url === undefined ? {} : { gateways: [createHelmetLink(kernel, doors, { url, user, password })] }
  },
})
