import { PerformanceObserver, monitorEventLoopDelay, performance } from 'node:perf_hooks'
import type { Usage } from './child.ts'
import { createProfiler, isProfileAsked } from './profile.ts'

const lookEvery = 250

/** Milliseconds in which the main thread did nothing but collect garbage. */
let collecting = 0
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) collecting += duration
}).observe({ entryTypes: ['gc'] })

let mostResident = 0
const look = (): void => {
  mostResident = Math.max(mostResident, process.memoryUsage.rss())
}
setInterval(look, lookEvery).unref()

const loop = monitorEventLoopDelay({ resolution: 10 })
loop.enable()

const profile = createProfiler()

/** Loaded into every process that is measured (`node --import`): tells what it has used, and ends when we are gone. */
process.on('message', (message) => {
  if (message !== 'usage') return
  look()
  const { user, system } = process.cpuUsage()
  const main = process.threadCpuUsage()
  const longestBlock = loop.max / 1e6
  const { active } = performance.eventLoopUtilization()
  process.send?.({
    cpu: user + system,
    main: main.user + main.system,
    active,
    collecting,
    mostResident,
    longestBlock,
  } satisfies Usage)
  mostResident = 0
  loop.reset()
})
process.on('message', (message) => {
  if (!isProfileAsked(message)) return
  profile(message).then(
    (taken) => process.send?.(taken),
    (error: unknown) => {
      throw error
    },
  )
})
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()
