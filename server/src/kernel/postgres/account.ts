import { spawn } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import { nullIfAbsent } from './files.ts'
import { EmbeddedPostgresError } from './refusals.ts'

/** The account PostgreSQL runs as when we are root, because it refuses to be root; null when we are not. */
export interface Account {
  readonly name: string
  readonly uid: number
  readonly gid: number
}

export const chooseAccount = async (): Promise<Account | null> => {
  if (process.getuid?.() !== 0) return null
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'))
  for (const name of ['postgres', 'nobody']) {
    const line = lines.find(([first]) => first === name)
    if (line) return { name, uid: Number(line[2]), gid: Number(line[3]) }
  }
  throw new EmbeddedPostgresError('noAccount', {
    zh: '数据库不能以 root 运行，而本机没有 postgres 或 nobody 用户；请用普通用户启动，或先创建 postgres 用户。',
    en: 'PostgreSQL refuses to run as root and there is no user postgres or nobody: start as an ordinary user, or create the user postgres.',
  })
}

/** A database keeps the account it was made with. */
export const ownerOf = async (data: string): Promise<Account | null> => {
  const there = await stat(data).catch(nullIfAbsent)
  return there === null || there.uid === 0 ? null : { name: `uid ${there.uid}`, uid: there.uid, gid: there.gid }
}

export const asAccount = (account: Account | null) => (account === null ? {} : { uid: account.uid, gid: account.gid })

/** What the programs need of our environment: none of our secrets, and no `PG…` variable that would turn their heads. */
export const plainEnvironment = () => ({
  ...Object.fromEntries(
    ['PATH', 'SystemRoot', 'TEMP', 'TMP', 'TMPDIR'].flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
  ),
  LC_ALL: 'C',
})

export const run = (program: string, args: readonly string[], account: Account | null, input = '') =>
  new Promise<{ code: number; output: string }>((done) => {
    const child = spawn(program, args, { ...asAccount(account), cwd: '/', env: plainEnvironment(), windowsHide: true })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += String(chunk)
      })
    }
    child.stdin.on('error', (error) => {
      output += `\n${error.message}`
    })
    child.stdin.end(input)
    child.once('error', (error) => done({ code: -1, output: error.message }))
    child.once('close', (code) => done({ code: code ?? -1, output }))
  })
