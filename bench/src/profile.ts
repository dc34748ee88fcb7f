import { Session, type Profiler } from 'node:inspector/promises'
import type { Child } from './child.ts'

/** A function and what it took itself, without what it calls. */
export interface Taken {
  readonly name: string
  /** Percent of the time in which the main thread was busy. */
  readonly share: number
}
export interface Profiled {
  /** The dearest, Node's own and those of packages among them. */
  readonly dearest: readonly Taken[]
  /** The dearest that stands in our tree; null where none was seen. */
  readonly ours: Taken | null
}
/** Asked of a process that is measured. */
export interface ProfileAsked {
  readonly profile: 'begin' | 'end'
}
export const isProfileAsked = (message: unknown): message is ProfileAsked =>
  typeof message === 'object' && message !== null && 'profile' in message

const shown = 5

const placeOf = ({ url, lineNumber }: Profiler.Profile['nodes'][number]['callFrame']): string => {
  const file = url.replace(/^.*\/node_modules\//, '').replace(/^.*\/(?=(server|contract)\/src\/)/, '')
  return file === '' ? '' : ` ${file}:${lineNumber + 1}`
}

const isOurs = ({ name }: Taken): boolean => / (server|contract)\/src\//.test(name)

export const readProfile = ({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): Profiled => {
  // What the watching itself takes is nobody's.
  const watched = nodes.filter(({ callFrame }) => callFrame.functionName !== '(idle)' && callFrame.url !== 'node:inspector')
  const names = new Map(
    watched.map(({ id, callFrame }) => [id, `${callFrame.functionName || '(anonymous)'}${placeOf(callFrame)}`]),
  )
  const times = new Map<string, number>()
  let busy = 0
  for (const [place, sample] of samples.entries()) {
    const name = names.get(sample)
    if (name === undefined) continue
    const took = timeDeltas[place] ?? 0
    busy += took
    times.set(name, (times.get(name) ?? 0) + took)
  }
  const sorted = [...times]
    .sort(([, one], [, other]) => other - one)
    .map(([name, took]): Taken => ({ name, share: (took / busy) * 100 }))
  return { dearest: sorted.slice(0, shown), ours: sorted.find(isOurs) ?? null }
}

/** In the process that is measured: begins to watch its main thread, or answers what its dearest functions were since then. */
export const createProfiler = () => {
  const session = new Session()
  return async ({ profile }: ProfileAsked): Promise<Profiled | { readonly begun: true }> => {
    if (profile === 'begin') {
      session.connect()
      await session.post('Profiler.enable')
      await session.post('Profiler.start')
      return { begun: true }
    }
    const { profile: taken } = await session.post('Profiler.stop')
    session.disconnect()
    return readProfile(taken)
  }
}

/** The dearest functions of a process while something is done. */
export const profiled = async (child: Child, work: () => Promise<unknown>): Promise<Profiled> => {
  const ask = (asked: ProfileAsked): Promise<unknown> => {
    const answered = child.said()
    child.send(asked)
    return answered
  }
  await ask({ profile: 'begin' })
  await work()
  return (await ask({ profile: 'end' })) as Profiled
}
