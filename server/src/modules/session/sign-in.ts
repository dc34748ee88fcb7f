import { sessionSettings } from '@vigil/contract/session/settings.ts'
import { ownSettings } from '@vigil/contract/site/own-settings.ts'
import { nobodys, type Asked } from '../../kernel/caller.ts'
import type { Entry } from '../../kernel/journal.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { checkPassword } from '../../kernel/passwords.ts'
import { Refusal, TooMany } from '../../kernel/refusal.ts'
import { credentials } from '../accounts/index.ts'
import type { Attempts, Guess } from './attempts.ts'
import type { Callers } from './callers.ts'
import { typedName } from './rules.ts'
import type { AccountRow, SessionRow, SessionStore } from './store.ts'

/** What is answered to a guess that was wrong, or one too many. */
const guessCodes: ReadonlySet<string> = new Set(['wrongCredentials', 'accountLocked', 'accountDisabled', 'tooManyRequests'])

export interface Entrance {
  readonly kernel: Pick<Kernel, 'bus' | 'clock' | 'journal' | 'passwords' | 'settings' | 'transaction'>
  readonly store: SessionStore
  readonly attempts: Attempts
  readonly callers: Callers
}

/** Runs `work`; a guess that it refuses stands in the journal. */
const journalled = async <T>(
  { kernel }: Entrance,
  asked: Asked,
  told: Pick<Entry, 'action' | 'object' | 'objectId' | 'after'>,
  work: () => Promise<T>,
): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    const code = error instanceof Refusal ? error.codeName : error instanceof TooMany ? 'tooManyRequests' : null
    if (code !== null && guessCodes.has(code))
      await kernel.journal.refused(asked, told.object, code, error instanceof TooMany ? { action: told.action } : told)
    throw error
  }
}

/** Of whoever sits before a session that is open: no stranger. */
const guessOfOwn = ({ attempts }: Entrance, row: SessionRow, { ip }: Asked): Guess => ({
  ...attempts.guessOf(row.user_name ?? '', ip),
  lane: 'known',
})

const openSession = (
  { kernel, store, attempts, callers }: Entrance,
  account: AccountRow,
  guess: Guess,
  asked: Asked,
): Promise<string> =>
  kernel.transaction(async (trx, after) => {
    const now = kernel.clock.now()
    await credentials.signedIn(trx, account.id, new Date(now))
    after(await attempts.remember(trx, account.id, guess, now))
    const caller: Asked = {
      ...asked,
      caller: { ...asked.caller, userId: account.id, cname: account.cname, deptName: account.dept_name ?? '' },
    }
    await store.lockSessionsOf(trx, account.id)
    const opened = await callers.open(trx, account.id, asked, { wall: false })
    const most = kernel.settings.get(sessionSettings.sessionsPerAccount)
    const ended = await store.endBeyond(trx, account.id, most, { wall: false })
    after(() => callers.forgetSessions(ended))
    await kernel.journal.writeAll(trx, caller, [
      { module: 'session', action: 'signIn', object: 'session' },
      ...ended.map((objectId) => ({ module: 'session', action: 'endSession', object: 'session', objectId }) as const),
    ])
    return opened
  })

export const login = async (
  entrance: Entrance,
  { userName, password }: { readonly userName: string; readonly password: string },
  asked: Asked,
): Promise<string> => {
  const { store, attempts } = entrance
  const guess = attempts.guessOf(userName, asked.ip)
  const stranger = { ...asked, caller: { ...asked.caller, cname: nobodys.stranger } }
  const typed = typedName(userName)
  const told = { action: 'signIn', object: 'session', objectId: typed, after: { userName: typed } } as const
  const token = await journalled(entrance, stranger, told, () =>
    attempts.inTurn(guess, async () => {
      const account = await store.accountByName(userName)
      const { right, locked } = await attempts.verify(guess, account?.can_login ? account.password_hash : null, password)
      if (locked > 0) throw new Refusal('accountLocked', { minutes: locked })
      if (!right || !account) throw new Refusal('wrongCredentials')
      if (!account.enabled) throw new Refusal('accountDisabled')
      return openSession(entrance, account, guess, asked)
    }),
  )
  asked.setCookie(token)
  return token
}

/** Beside what holds for every password: none that this account had lately. */
const checkNewPassword = async ({ kernel, store }: Entrance, row: SessionRow, password: string, old: string): Promise<void> => {
  const refuse = (zh: string, en: string): never => {
    throw new Refusal('weakPassword', { reason: { zh, en } })
  }
  checkPassword(password, row.user_name ?? '', kernel.settings.get(ownSettings.name))
  if (password === old) refuse('新密码不能与原密码相同', 'The new password must differ from the old one')
  for (const hash of await store.oldPasswords(row.id)) {
    if (await kernel.passwords.verify(hash, password))
      refuse('不能使用最近用过的五个密码', 'You cannot reuse any of your last five passwords')
  }
}

export const updatePassword = async (
  entrance: Entrance,
  { oldPassword, newPassword }: { readonly oldPassword: string; readonly newPassword: string },
  asked: Asked,
): Promise<null> => {
  const { kernel, store, attempts, callers } = entrance
  const row = await callers.requireRow(asked)
  const guess = guessOfOwn(entrance, row, asked)
  const told = { action: 'update', object: 'ownPassword', objectId: row.id } as const
  const hash = await journalled(entrance, asked, told, () =>
    attempts.inTurn(guess, async () => {
      const { right } = await attempts.verify(guess, row.password_hash, oldPassword)
      if (!right) throw new Refusal('wrongCredentials')
      await checkNewPassword(entrance, row, newPassword, oldPassword)
      return kernel.passwords.hash(newPassword)
    }),
  )
  await kernel.transaction(async (trx, after) => {
    if (!(await credentials.change(trx, row.id, { from: row.password_hash, to: hash }))) throw new Refusal('wrongCredentials')
    await store.end(trx, { personId: row.id, except: asked.caller.sessionId })
    await kernel.journal.write(trx, asked, { module: 'session', ...told })
    after(callers.forget)
  })
  return null
}

/** The cover of a locked screen is the console's; what it asks for is a guess as any other. */
export const unlockScreen = async (
  entrance: Entrance,
  { password }: { readonly password: string },
  asked: Asked,
): Promise<null> => {
  const { kernel, attempts, callers } = entrance
  const row = await callers.requireRow(asked)
  const guess = guessOfOwn(entrance, row, asked)
  const told = { action: 'signIn', object: 'lockedScreen', objectId: row.id } as const
  await journalled(entrance, asked, told, () =>
    attempts.inTurn(guess, async () => {
      const { right, locked } = await attempts.verify(guess, row.password_hash, password)
      if (locked > 0) throw new Refusal('accountLocked', { minutes: locked })
      if (!right) throw new Refusal('wrongCredentials')
    }),
  )
  await kernel.transaction((trx) => kernel.journal.write(trx, asked, { module: 'session', ...told }))
  return null
}
