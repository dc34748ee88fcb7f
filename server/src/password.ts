import { randomInt } from 'node:crypto'
import { createDatabase } from './kernel/db.ts'
import { createJournal } from './kernel/journal.ts'
import { stranger } from './kernel/caller.ts'
import { createLog } from './kernel/log.ts'
import { hashPassword } from './kernel/passwords.ts'
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
    const password = generate()
    const hash = await hashPassword(password)
    return await db.transaction(async (trx) => {
      const person = await trx
        .updateTable('person')
        .set({ password_hash: hash, must_change_password: true })
        .where((eb) => eb(eb.fn('lower', ['user_name']), '=', userName.toLowerCase()))
        .where('can_login', '=', true)
        .returning(['id', 'user_name'])
        .executeTakeFirst()
      if (!person) return null
      await trx
        .updateTable('session')
        .set({ ended_at: new Date() })
        .where('person_id', '=', person.id)
        .where('seeding', '=', false)
        .where('ended_at', 'is', null)
        .execute()
      await trx.deleteFrom('login_failure').where('user_name', '=', userName.toLowerCase()).execute()
      const asked = {
        caller: { ...stranger, cname: 'npm run password' },
        language: 'zh',
        ip: 'terminal',
        userAgent: '',
        since: Date.now(),
        token: '',
        setCookie: () => undefined,
      } as const
      await journal.write(trx, asked, { module: 'session', action: 'update', object: 'passwordReset', objectId: person.id })
      return password
    })
  } finally {
    await db.close()
  }
}

const run = async (): Promise<void> => {
  if (userName === '') end('用法 / usage: npm run password -- <账号 / user name>')
  const password = await withSiteDatabase(reset)
  if (password === null) end(`没有可登录的账号“${userName}” / there is no account "${userName}" that may sign in`)
  process.stdout.write(
    `${userName} 的新密码，首次登录须修改 / new password, to be changed at the first sign-in:\n\n    ${password}\n\n`,
  )
}

run().catch((error: unknown) => giveUp(error, 1))
