/** The line to a vendor's helmet service (`VIGIL_HELMET_SERVICE_URL`): its helmets and their calls for help, without any browser. */
import { z } from 'zod'
import { silence } from '@vigil/contract/positions/entities.ts'
import { subject } from '../../kernel/bus/subject.ts'
import { createTraffic, GatewayError, type Gateway } from '../../kernel/gateway.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { createLease } from '../../kernel/lease.store.ts'
import { declareModule, type Doors } from '../../kernel/module.ts'
import { NotReady } from '../../kernel/refusal.ts'
import { inSlices } from '../../kernel/rest.ts'
import { createTurns } from '../../kernel/turns.ts'
import type { Incoming } from '../../modules/positions/index.ts'
import { followOwnLines } from '../shared/own-line.ts'
import { createCalls } from './calls.ts'
import { startLink, usualTimes, type Link, type Say } from './link.ts'
import { activeAtMost, activeOf, type Active, type Said } from './messages.ts'
import { createRelay } from './relay.ts'
import { createWho } from './who.ts'

/** Whose places the server that has the line hears over it; told every time that it has asked. */
const linkServes = subject('helmetLink.serves', z.object({ server: z.string(), codes: z.array(z.string()) }))
const nobody: ReadonlySet<string> = new Set()
/** Milliseconds after which a place is no word of where a helmet is: it is offline by then, and what a page knows of it is stored. */
const placeServesFor = silence.hat.offline * 1_000
/** What another server told counts for so long: several times of its asking. Milliseconds. */
const servesFor = 5 * usualTimes.poll
const tooLong = new GatewayError({
  zh: `安全帽列表过长，只读取前 ${activeAtMost} 项`,
  en: `the list of helmets is too long: only its first ${activeAtMost} entries are read`,
})
export interface Service {
  readonly url: string
  readonly user: string
  readonly password: string
}

export const createHelmetLink = (
  kernel: Pick<Kernel, 'bus' | 'clock' | 'ingest' | 'log' | 'server'>,
  {
    devices,
    positions,
  }: Pick<Doors, 'positions'> & { readonly devices: Pick<Doors['devices'], 'commands' | 'registry' | 'sees'> },
  service: Service,
  times = usualTimes,
): Gateway => {
  const { bus, clock, ingest, log } = kernel
  const { origin, pathname, host } = new URL(service.url)
  /** As it is shown and logged: what else stands in it may be a secret. */
  const address = `${origin}${pathname}`
  const traffic = createTraffic(clock.now)
  let isConnected = false
  let link: Link | null = null
  const who = createWho(devices.registry, host)
  const relay = createRelay({ bus, now: clock.now, codeOf: who.codeOf, devices })
  const calls = createCalls({ log, traffic, now: clock.now, codeOf: who.codeOf, report: positions.report })
  /** When the newest fix of each helmet that was handed on was measured: they are told again every time. */
  const handedOn = new Map<string, number>()
  let served = nobody
  /** How many helmets the service has on its line. */
  let named = 0
  let elsewhere: { readonly codes: ReadonlySet<string>; readonly at: number; readonly server: string } | null = null
  bus.subscribe(linkServes, ({ server, codes }, whence) => {
    if (whence === 'elsewhere') elsewhere = { codes: new Set(codes), at: clock.now(), server }
  })
  bus.onGone((server) => {
    if (elsewhere?.server === server) elsewhere = null
  })
  /** Those that are heard over the line, whichever server has it; nobody while none is known to. */
  const heard = (): ReadonlySet<string> => {
    if (isConnected) return served
    return elsewhere !== null && elsewhere.at > clock.now() - servesFor ? elsewhere.codes : nobody
  }
  // What a page saves of these is stored by us already.
  positions.onServedDirectly((code) => heard().has(code))
  const speaksForItself = followOwnLines(bus, clock.now)

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
  const hearActive = async (data: readonly unknown[]): Promise<void> => {
    if (data.length > activeAtMost) traffic.failed(tooLong)
    const active = await inSlices(activeOf(data))
    // The line may have ended meanwhile: another server has it then.
    if (!isConnected) return
    who.learn(active)
    relay.learn(active)
    const now = clock.now()
    const isServed = ({ fix }: Active): boolean => fix !== null && Math.abs(now - fix.time) < placeServesFor
    const there = new Set(active.map(({ code }) => code))
    const codes = active.filter(isServed).map(({ code }) => code)
    served = new Set(codes)
    named = there.size
    for (const code of handedOn.keys()) if (!there.has(code)) handedOn.delete(code)
    bus.tellOthers(linkServes, { server: bus.server, codes })
    const fixes = active.flatMap(({ code, fix }) => {
      if (fix === null || handedOn.get(code) === fix.time || speaksForItself(code)) return []
      handedOn.set(code, fix.time)
      return [fix]
    })
    if (fixes.length > 0) void takeFixes(fixes)
  }
  const lists = createTurns()

  const hear = (message: Said): Promise<void> | undefined => {
    calls.hear(message)
    relay.hear(message)
    return message.cmd === 'ma_get_active_devices' ? lists(() => hearActive(message.data ?? [])) : undefined
  }

  return {
    name: 'helmetLink',
    protocol: 'act/cmd (WebSocket)',
    at: { address },
    start: () => {
      // By the connections of reports: nobody's statistics are in its way.
      const lease = createLease(ingest, 'helmetLink', kernel.server)
      const onChange = (is: boolean, say: Say): void => {
        isConnected = is
        relay.stands(is ? say : null)
        if (is) log.info({ address }, 'the helmet service has let us in')
        else [served, named] = [nobody, 0]
      }
      link = startLink({ ...service, lease, traffic, log, hear, onChange }, times)
      return Promise.resolve()
    },
    stop: async () => {
      await link?.stop()
      await calls.stop()
    },
    status: () => ({ listening: isConnected, connections: named, ...traffic.counts() }),
    lately: (scope) => traffic.lately((code) => code === null || devices.sees({ scope }, 'hat', code), scope.all),
  }
}

const noAddress = '须以 ws:// 或 wss:// 开头，且不含用户名和密码 / must begin with ws:// or wss:// and hold no name or password'
const isAddress = (text: string): boolean => {
  const url = URL.parse(text)
  return url !== null && ['ws:', 'wss:'].includes(url.protocol) && url.username === '' && url.password === ''
}

export const domain = declareModule({
  name: 'helmetLink',
  needs: ['devices', 'positions'],
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
