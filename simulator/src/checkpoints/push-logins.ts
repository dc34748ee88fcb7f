import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { Login } from '../links/digest.ts'

/** The site tells a password once: whoever pushes keeps it, for itself alone. */
export const writePushLogins = (file: string, logins: ReadonlyMap<string, Login>): void =>
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(logins), null, 2)}\n`, { mode: 0o600 })

/** By the names of gates and cameras; of none where there is no such file. Throws where it holds something else. */
export const readPushLogins = (file: string | null): Map<string, Login> => {
  if (file === null || !existsSync(file)) return new Map()
  const found: unknown = JSON.parse(readFileSync(file, 'utf8'))
  const isLogin = (value: unknown): value is Login =>
    typeof value === 'object' &&
    value !== null &&
    typeof Reflect.get(value, 'userName') === 'string' &&
    typeof Reflect.get(value, 'password') === 'string'
  const entries = typeof found === 'object' && found !== null ? Object.entries(found as Readonly<Record<string, unknown>>) : []
  return new Map(
    entries.map(([name, login]) => {
      if (!isLogin(login)) throw new Error(`${file} does not hold logins of what pushes`)
      return [name, login]
    }),
  )
}
