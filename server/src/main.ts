import { randomBytes } from 'node:crypto'
import { createApp } from './app.ts'
import { ConfigError, readConfig } from './kernel/config.ts'
import { comeAgain, heldByAnother, isTrouble } from './kernel/database-trouble.ts'
import { createLog } from './kernel/log.ts'
import { closeDataFolder, writePrivately } from './kernel/private-files.ts'
import { NotReady } from './kernel/refusal.ts'
import { DatabaseTaken } from './kernel/sole-server.ts'
import { declaredVariables } from './modules.ts'

/** A start that cannot be: one sentence on stderr, and a code that tells whether another one may succeed by itself. */
const give = (sentence: string, code: number): never => {
  process.stderr.write(`${sentence}\n`)
  process.exit(code)
}
const mustBeChanged = 2

const unreachable = (error: unknown): string =>
  `连接不上数据库，请检查 DATABASE_URL / the database cannot be reached, check DATABASE_URL: ${error instanceof Error ? error.message : String(error)}`

const sentenceOf = (error: unknown, port: number): string | null => {
  if (error instanceof ConfigError) return error.message
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'EADDRINUSE') return `端口 ${port} 已被占用，请用 PORT 换一个 / port ${port} is taken, choose another with PORT`
  if (code === 'EACCES') return `没有权限监听端口 ${port} / no permission to listen on port ${port}`
  if (/^(28|3D)/.test(code)) return unreachable(error)
  if (code === '42501') {
    return `数据库账号没有建表权限，请把数据库的所有者设为该账号 / the database's user may not create tables, make it the owner of the database: ${error instanceof Error ? error.message : code}`
  }
  return null
}

const start = async (): Promise<void> => {
  writePrivately()
  const config = readConfig(process.env, await declaredVariables())
  const log = createLog(config.logLevel)
  // Beside the boot: the folder itself is closed first, and years of files are no reason to let devices wait.
  closeDataFolder(config.dataDir, log).catch((error: unknown) => log.warn({ err: error }, 'the data folder was not closed'))
  const app = await createApp(config, log, {
    // Whoever holds the database now is right: two servers that do not hear each other must not both go on.
    onDatabaseLost: () => give(new DatabaseTaken().message, heldByAnother),
  })
  const password = config.adminPassword ?? randomBytes(9).toString('base64url')
  if ((await app.createFirstAdministrator(password)) && config.adminPassword === null) {
    // To the terminal only, never through the log: who starts a server without a supervisor must learn it once.
    process.stderr.write(`首个账号 / first account: admin  ${password}\n`)
  }
  try {
    await app.fastify.listen({ port: config.port, host: config.host })
  } catch (error) {
    await app.close()
    throw error
  }
  log.info({ port: config.port, host: config.host }, 'listening')

  let closing = false
  const close = (signal: string): void => {
    if (closing) return
    closing = true
    log.info({ signal }, 'closing')
    const hurry = setTimeout(() => process.exit(1), 10_000)
    app.close().then(
      () => {
        clearTimeout(hurry)
        process.exit(0)
      },
      (error: unknown) => {
        log.error({ err: error }, 'closing failed')
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', close)
  process.on('SIGTERM', close)
}

start().catch((error: unknown) => {
  if (error instanceof DatabaseTaken) give(error.message, heldByAnother)
  const sentence = sentenceOf(error, Number(process.env['PORT'] ?? 8080))
  if (sentence !== null) give(sentence, mustBeChanged)
  if (error instanceof NotReady || isTrouble(error)) give(unreachable(error instanceof NotReady ? error.cause : error), comeAgain)
  throw error
})
