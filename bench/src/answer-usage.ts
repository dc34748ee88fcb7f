import type { Usage } from './child.ts'

/** Loaded into every process that is measured (`node --import`): tells what it has used, and ends when we are gone. */
process.on('message', (message) => {
  if (message !== 'usage') return
  const { user, system } = process.cpuUsage()
  const main = process.threadCpuUsage()
  process.send?.({ cpu: user + system, main: main.user + main.system } satisfies Usage)
})
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()
