import { Agent } from 'node:http'
import { connect } from 'node:net'
import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { sessionCalls } from '@vigil/contract/session/calls.ts'
import { siteCalls } from '@vigil/contract/site/calls.ts'
import { post } from '../load.ts'
import { budget, createDelays, plain } from '../measure.ts'
import type { Part } from '../part.ts'
import { prepareSite, startPostgres, startSite, type Site } from '../site.ts'

const megabyte = 1024 * 1024
const largeBody = 8 * megabyte
const smallBody = 64
const bodies = { full: 40, quick: 10 } as const
const guesses = 600
const password = 'later-Pass-7731'
const controlRoom = '198.51.100.1'
/** Addresses that guess at the same time, and lines on which bodies are poured. */
const flooding = { guessers: 40, pourers: 4 } as const

/** Posts a body of so many bytes to a call that wants a session, without one, as fast as it is taken; resolves when the line is closed. */
const pour = (port: number, bytes: number): Promise<void> =>
  new Promise((resolve) => {
    const line = connect(port, '127.0.0.1').on('error', () => undefined)
    line.once('close', () => resolve())
    line.resume()
    line.write(
      `POST /api${siteCalls.saveBasemap.path} HTTP/1.1\r\nhost: vigil\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: ${bytes}\r\n\r\n`,
    )
    const chunk = Buffer.alloc(Math.min(bytes, 256 * 1024), 'a')
    let left = bytes
    const send = (): void => {
      if (left <= 0 || line.destroyed) return
      left -= chunk.length
      line.write(chunk, send)
    }
    send()
  })

/** Milliseconds of the server's main thread for each of so many such bodies at once. */
const costOf = async ({ child, origin }: Site, count: number, bytes: number): Promise<number> => {
  const port = Number(new URL(origin).port)
  const before = await child.usage()
  await Promise.all(Array.from({ length: count }, () => pour(port, bytes)))
  const after = await child.usage()
  return (after.main - before.main) / 1_000 / count
}

/** Passwords that the server has hashed since its start, to keep them or to look at them. */
const hashesOf = async ({ origin }: Site): Promise<number> => {
  const text = await (await fetch(`${origin}/metrics`)).text()
  return Number(/^vigil_password_hashes (\d+)/m.exec(text)?.[1] ?? Number.NaN)
}

interface Answer {
  readonly code: string
  /** The token, where the guess was right. */
  readonly data: string | null
}
const createGuesser =
  ({ origin }: Site, agent: Agent) =>
  async (from: string, userName: string, guess: string): Promise<Answer> => {
    const { text } = await post(agent, `${origin}/api${sessionCalls.login.path}`, JSON.stringify({ userName, password: guess }), {
      'x-forwarded-for': from,
    })
    return JSON.parse(text) as Answer
  }
type Guesser = ReturnType<typeof createGuesser>

/** The control room works: a call every 20 ms whatever the answers take, and a sign-in after the other. */
const work = async (site: Site, agent: Agent, signIn: Guesser, seconds: number): Promise<{ call: number; signIn: number }> => {
  const until = performance.now() + seconds * 1_000
  const delays = createDelays()
  const calls: Promise<void>[] = []
  const ask = async (): Promise<void> => {
    const from = performance.now()
    const { text } = await post(agent, `${site.origin}/api${sessionCalls.getInfo.path}`, '{}', { authorization: site.token })
    if (!text.startsWith('{"code":"200"')) throw new Error(`a call was answered ${text.slice(0, 200)}`)
    delays.add(performance.now() - from)
  }
  const callOn = async (): Promise<void> => {
    for (; performance.now() < until; await pause(20)) calls.push(ask())
    await Promise.all(calls)
  }
  let slowest = 0
  const signInOn = async (): Promise<void> => {
    for (; performance.now() < until; await pause(200)) {
      const from = performance.now()
      const { code, data } = await signIn(controlRoom, 'admin', password)
      if (data === null) throw new Error(`the control room was answered ${code}`)
      slowest = Math.max(slowest, performance.now() - from)
      await post(agent, `${site.origin}/api${sessionCalls.logout.path}`, '{}', { authorization: data })
    }
  }
  await Promise.all([callOn(), signInOn()])
  return { call: delays.quantile(0.99), signIn: slowest }
}

/** Strangers guess and pour until they are told to end; how many guesses they made. */
const flood = (site: Site, guess: Guesser, round: number): { readonly end: () => Promise<number> } => {
  let [on, made] = [true, 0]
  const port = Number(new URL(site.origin).port)
  const guesser = async (index: number): Promise<void> => {
    for (; on; made += 1) await guess(`10.${round}.0.${index}`, `name${index}x${made}`, `guess-${made}`)
  }
  const pourer = async (): Promise<void> => {
    while (on) await pour(port, largeBody)
  }
  const all = [
    ...Array.from({ length: flooding.guessers }, (_, index) => guesser(index)),
    ...Array.from({ length: flooding.pourers }, pourer),
  ]
  return {
    end: async () => {
      on = false
      await Promise.all(all)
      return made
    },
  }
}

export const part: Part = {
  about: `What strangers cost: ${plain(largeBody / megabyte)} MB bodies to a call that wants a session; ${guesses} guesses at one account at once; and how the control room works while ${flooding.guessers} addresses guess at passwords as fast as they are answered and ${flooding.pourers} lines pour such bodies.`,
  order: 67,
  run: async (deps) => {
    const postgres = await startPostgres(deps)
    const url = await postgres.makeDatabase('flood')
    await prepareSite(url, 100)
    const site = await startSite(deps, url, { VIGIL_TRUST_PROXY: '127.0.0.1' })
    const agents = [new Agent({ keepAlive: true }), new Agent({ keepAlive: true })] as const
    deps.onEnd(() => agents.forEach((agent) => agent.destroy()))
    const [strange, own] = [createGuesser(site, agents[0]), createGuesser(site, agents[1])]
    await own(controlRoom, 'admin', password)

    const count = deps.quick ? bodies.quick : bodies.full
    const seconds = deps.quick ? 3 : 5
    await costOf(site, count, largeBody)
    await costOf(site, count, smallBody)
    const figures = {
      large: [] as number[],
      small: [] as number[],
      looked: [] as number[],
      call: [] as number[],
      signIn: [] as number[],
    }
    const quiet = { call: [] as number[], signIn: [] as number[] }
    for (let round = 0; round < deps.rounds; round += 1) {
      figures.large.push(await costOf(site, count, largeBody))
      figures.small.push(await costOf(site, count, smallBody))
      const before = await hashesOf(site)
      await Promise.all(Array.from({ length: guesses }, (_, at) => strange(`203.0.113.${round}`, 'admin', `guess-${at}`)))
      figures.looked.push((await hashesOf(site)) - before)

      const calm = await work(site, agents[1], own, 2)
      const strangers = flood(site, strange, round)
      const wild = await work(site, agents[1], own, seconds)
      const made = await strangers.end()
      deps.say(`${plain(made / seconds)} guesses a second; a call ${wild.call} ms, a sign-in ${plain(wild.signIn)} ms`)
      for (const [kept, { call, signIn }] of [
        [quiet, calm],
        [figures, wild],
      ] as const) {
        kept.call.push(call)
        kept.signIn.push(signIn)
      }
    }
    const median = (values: readonly number[]): string =>
      plain([...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN)
    return [
      budget({
        what: 'main thread for an anonymous body of 8 MB',
        ours: figures.large,
        calibration: `one of ${smallBody} bytes: ${median(figures.small)} ms`,
        unit: 'ms',
        limit: { atMost: 5 },
      }),
      budget({
        what: `passwords looked at of ${guesses} guesses at once`,
        ours: figures.looked,
        calibration: 'allowed: 5',
        unit: '',
        limit: { atMost: 5 },
      }),
      budget({
        what: 'a signed-in call during the flood, p99',
        ours: figures.call,
        calibration: `before it: ${median(quiet.call)} ms`,
        unit: 'ms',
        limit: { atMost: 200 },
      }),
      budget({
        what: 'the slowest sign-in of the control room during the flood',
        ours: figures.signIn,
        calibration: `before it: ${median(quiet.signIn)} ms`,
        unit: 'ms',
        limit: { atMost: 1_000 },
      }),
    ]
  },
}
