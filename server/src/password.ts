import { randomInt } from 'node:crypto'
import { fullHashCost } from './kernel/config.ts'
import { createDatabase } from './kernel/db.ts'
import { createJournal } from './kernel/journal.ts'
import { stranger } from './kernel/caller.ts'
import { createLog } from './kernel/log.ts'
import { createPasswords } from './kernel/passwords.ts'
import { credentials } from './modules/accounts/index.ts'
import { createSessionStore } from './modules/session/index.ts'
import { giveUp, withSiteDatabase } from './site-database.ts'

// `npm run password -- <user>`: gives an account a new password that has to be changed at its first sign-in, ends its
// sessions and lifts its locks. Works whether the site runs or not.

const userName = process.argv[2] ?? ''

const generate = (): string => {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
  const group = (): string => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('')
  return [group(), group(), group()].join('-')
}

const end = (sentence: string): never => {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

const reset = async (url: string): Promise<string | null> => {
  const db = createDatabase(url, createLog('silent'), { max: 2 })
  try {
    const journal = createJournal(db, Date.now)
    const sessions = createSessionStore(db)
    const password = generate()
    const hash = await createPasswords(fullHashCost).hash(password)
    return await db.transaction(async (trx) => {
      const personId = await credentials.reset(trx, userName, hash)
      if (personId === null) return null
      await sessions.end(trx, { personId })
      await sessions.forgetFailures(trx, userName.toLowerCase())
      const asked = {
        caller: { ...stranger, cname: 'npm run password' },
        language: 'zh',
        ip: 'terminal',
        userAgent: '',
        since: Date.now(),
        token: '',
        setCookie: () => undefined,
      } as const
      const entry = { module: 'session', action: 'update', object: 'passwordReset', objectId: personId } as const
      await journal.write(trx, asked, { ...entry, after: { userName } })
      return password
    })
  } finally {
    await db.close()
  }
}

const run = async (): Promise<void> => {
  if (userName === '') end('用法 / usage: npm run password -- <账号 / user name>')
  const password = await withSiteDatabase(reset)
  if (password === null) end(`没有可登录的账号“${userName}” / there is no account “${userName}” that can sign in`)
  process.stdout.write(
    `${userName} 的新密码，首次登录须修改 / new password, to be changed at the first sign-in:\n\n    ${password}\n\n`,
  )
}

run().catch((error: unknown) => giveUp(error, 1))
