/**
 * Loaded into every process that `start.ts` runs (`node --import`): when the supervisor is gone, even by `kill -9`, the process
 * is asked to end as if by the supervisor. The channel itself keeps no process alive.
 */
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()
