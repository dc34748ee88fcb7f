import type { Text } from '@vigil/contract/kernel/text.ts'
import { randomBytes } from 'node:crypto'
import { chown, mkdir, rename, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { run } from './account.ts'
import { readIfThere } from './files.ts'
import { endLeftover, type Site } from './process.ts'
import { diskFull, explain, guarded } from './refusals.ts'

export const user = 'vigil'
const newClusterBytes = 200_000_000

/** Makes the cluster beside its place and moves it there whole, so that an interrupted first start leaves nothing half made. */
export const createCluster = async (site: Site) =>
  guarded(site.home, async () => {
    const { bavail, bsize } = await statfs(site.home)
    if (bavail * bsize < newClusterBytes) throw diskFull(site.home)
    const fresh = join(site.home, 'data.new')
    const passwordFile = join(site.home, 'password.new')
    const password = newPassword()
    await rm(fresh, { recursive: true, force: true })
    await mkdir(fresh, { mode: 0o700 })
    await writeFile(passwordFile, password, { mode: 0o600 })
    if (site.account) {
      await chown(fresh, site.account.uid, site.account.gid)
      await chown(passwordFile, site.account.uid, site.account.gid)
    }
    try {
      const locale = [
        '--encoding=UTF8',
        '--locale=C',
        '--lc-ctype=C.UTF-8',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
      ]
      const { code, output } = await run(
        join(site.programs, 'bin', 'initdb'),
        [
          `--pgdata=${fresh}`,
          `--username=${user}`,
          '--auth=scram-sha-256',
          `--pwfile=${passwordFile}`,
          ...locale,
          '--no-instructions',
        ].concat(site.throwaway ? ['--no-sync'] : []),
        site.account,
      )
      if (code !== 0) throw explain(output, site.home).error
      await writeFile(join(site.home, 'password'), password, { mode: 0o600 })
      await rename(fresh, join(site.home, 'data'))
    } finally {
      await rm(fresh, { recursive: true, force: true })
      await rm(passwordFile, { force: true })
    }
    return password
  })

/** The password of an existing cluster; a lost one is replaced from inside, where none is asked for. */
export const keptPassword = async (site: Site, say: (text: Text) => void) => {
  const kept = await guarded(site.home, () => readIfThere(join(site.home, 'password')))
  if (kept !== null) return kept
  say({ zh: '数据库密码文件不见了，正在设置新密码。', en: "The database's password file is gone: a new password is set." })
  await endLeftover(site, say)
  const password = newPassword()
  const { code, output } = await run(
    join(site.programs, 'bin', 'postgres'),
    ['--single', '-D', join(site.home, 'data'), 'postgres'],
    site.account,
    `ALTER ROLE ${user} PASSWORD '${password}'\n`,
  )
  if (code !== 0) throw explain(output, site.home).error
  await guarded(site.home, () => writeFile(join(site.home, 'password'), password, { mode: 0o600 }))
  return password
}

const newPassword = () => randomBytes(24).toString('base64url')
