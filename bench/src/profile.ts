import { Session, type Profiler } from 'node:inspector/promises'
import type { Child } from './child.ts'

/** A function and what it took itself, without what it calls. */
export interface Taken {
  readonly name: string
  /** Percent of the time in which the main thread was busy. */
  readonly share: number
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

const dearestOf = ({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): Taken[] => {
  const names = new Map(nodes.map(({ id, callFrame }) => [id, `${callFrame.functionName || '(anonymous)'}${placeOf(callFrame)}`]))
  const times = new Map<string, number>()
  let busy = 0
  for (const [place, sample] of samples.entries()) {
    const name = names.get(sample) ?? ''
    if (name === '(idle)') continue
    const took = timeDeltas[place] ?? 0
    busy += took
    times.set(name, (times.get(name) ?? 0) + took)
  }
  return [...times]
    .sort(([, one], [, other]) => other - one)
    .slice(0, shown)
    .map(([name, took]) => ({ name, share: (took / busy) * 100 }))
}

/** In the process that is measured: begins to watch its main thread, or answers what its dearest functions were since. */
export const createProfiler = () => {
  const session = new Session()
  return async ({ profile }: ProfileAsked): Promise<readonly Taken[]> => {
    if (profile === 'begin') {
      session.connect()
      await session.post('Profiler.enable')
      await session.post('Profiler.start')
      return []
    }
    const { profile: taken } = await session.post('Profiler.stop')
    session.disconnect()
    return dearestOf(taken)
  }
}

/** The dearest functions of a process while something is done. */
export const profiled = async (child: Child, work: () => Promise<unknown>): Promise<readonly Taken[]> => {
  const ask = async (asked: ProfileAsked): Promise<readonly Taken[]> => {
    const answered = child.said()
    child.send(asked)
    return (await answered) as readonly Taken[]
  }
  await ask({ profile: 'begin' })
  await work()
  return ask({ profile: 'end' })
}
