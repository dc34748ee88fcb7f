import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, lstat, mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { createClient } from '@vigil/contract/kernel/client.ts'
import { sessionCalls } from '@vigil/contract/session/calls.ts'
import { transferCalls } from '@vigil/contract/transfers/calls.ts'
import { createTestDatabase } from './database.ts'
import { sendForm, formOf } from './files.ts'
import { temporaryFolder } from './folder.ts'
import { freePort } from './port.ts'
import { password as laterPassword } from './site.ts'

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const firstPassword = 'first-Pass-9182'

/** The modes of everything below a folder, `path mode`, without what stands behind links. */
const modesIn = async (folder: string): Promise<Record<string, string>> => {
  const names = ['', ...(await readdir(folder, { recursive: true }))]
  const modes = names.map(async (name) => [name, ((await lstat(join(folder, name))).mode & 0o7777).toString(8)] as const)
  return Object.fromEntries(await Promise.all(modes))
}
const put = async (path: string, mode: number): Promise<void> => {
  await writeFile(path, '')
  await chmod(path, mode)
}
const putFolder = async (path: string, mode: number): Promise<void> => {
  await mkdir(path)
  await chmod(path, mode)
}

/** The server as its user starts it, with his umask of old; its address. */
const startServer = async (dataDir: string): Promise<string> => {
  const database = await createTestDatabase()
  const port = await freePort()
  const server = spawn('/bin/sh', ['-c', 'umask 022; exec "$0" "$1"', process.execPath, main], {
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      DATABASE_URL: database.url,
      VIGIL_DATA_DIR: dataDir,
      VIGIL_ADMIN_PASSWORD: firstPassword,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  onTestFinished(async () => {
    server.kill('SIGTERM')
    await once(server, 'exit')
    await database.drop()
  })
  const origin = `http://127.0.0.1:${port}`
  const isReady = () =>
    fetch(`${origin}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  await expect.poll(isReady, { interval: 50 }).toBe(true)
  return origin
}

it.runIf(process.platform !== 'win32')(
  'what lies in the data folder is closed to other accounts, from before and from now on',
  async () => {
    const room = await temporaryFolder()
    const [dataDir, elsewhere] = [join(room, 'var'), join(room, 'elsewhere')]
    for (const folder of [dataDir, elsewhere, join(dataDir, 'files'), join(dataDir, 'files/ab'), join(dataDir, 'postgres')])
      await putFolder(folder, 0o755)
    await putFolder(join(dataDir, 'postgres/data'), 0o700)
    // As root the database runs as another account, which has to come to its own folder.
    const isRoot = process.getuid?.() === 0
    if (isRoot) await chown(join(dataDir, 'postgres/data'), 65_534, 65_534)
    const onTheWay = isRoot ? '711' : '700'
    for (const name of ['files/ab/contents', 'server.log', 'server.log.1', 'postgres/password', 'secret'])
      await put(join(dataDir, name), 0o644)
    await put(join(dataDir, 'all may write'), 0o777)
    await put(join(elsewhere, 'of others'), 0o644)
    await symlink(elsewhere, join(dataDir, 'link to a folder'))
    await symlink(join(elsewhere, 'of others'), join(dataDir, 'files/link'))
    // PostgreSQL's own, which it looks after itself.
    await put(join(dataDir, 'postgres/data/PG_VERSION'), 0o640)

    const origin = await startServer(dataDir)
    const tight = {
      '': onTheWay,
      files: '700',
      'files/ab': '700',
      'files/ab/contents': '600',
      'server.log': '600',
      'server.log.1': '600',
      secret: '600',
      'all may write': '600',
      postgres: onTheWay,
      'postgres/password': '600',
      'postgres/data/PG_VERSION': '640',
    }
    await expect.poll(() => modesIn(dataDir)).toMatchObject(tight)
    expect(await modesIn(elsewhere)).toEqual({ '': '755', 'of others': '644' })

    const token = await createClient({ origin }).ask(sessionCalls.login, { userName: 'admin', password: firstPassword })
    const admin = createClient({ origin, token: () => token })
    await admin.ask(sessionCalls.updatePassword, { oldPassword: firstPassword, newPassword: laterPassword })
    expect(await sendForm({ origin, adminToken: token }, formOf('a,b\n', 'new.csv', { purpose: 'import' }))).toMatchObject({
      code: '200',
    })
    const { id } = await admin.ask(transferCalls.startExport, { noun: 'user' })
    await expect.poll(async () => (await admin.ask(transferCalls.getTransferById, { id })).state).toBe('done')
    const written = Object.entries(await modesIn(dataDir)).filter(
      ([name]) => !(name in tight) && !name.includes('link') && name !== 'postgres/data',
    )
    expect(written.filter(([name]) => /[0-9a-f]{64}$/.test(name)).length).toBe(2)
    expect(written.filter(([, mode]) => mode !== '600' && mode !== '700')).toEqual([])
  },
)
