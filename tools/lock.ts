import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

// npm leaves packages for other platforms out of the lock file when the registry it asked did not have them at that moment,
// and `npm ci` then refuses the lock file everywhere. This finds them; `--write` adds them, with what their names say.

interface Locked {
  version?: string
  optional?: boolean
  dev?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  optionalDependencies?: Record<string, string>
}
interface LockFile {
  packages: Record<string, Locked>
}

const path = join(resolve(import.meta.dirname, '..'), 'package-lock.json')
const lock = JSON.parse(readFileSync(path, 'utf8')) as LockFile

const platformOf = (name: string): Pick<Locked, 'os' | 'cpu' | 'libc'> | null => {
  const [, os, cpu, libc] =
    /(android|darwin|freebsd|linux|openharmony|win32)-(arm64|arm|ia32|ppc64|riscv64|s390x|x64)(?:-(.+))?$/.exec(name) ?? []
  if (os === undefined || cpu === undefined) return null
  const family = libc?.startsWith('musl') ? 'musl' : 'glibc'
  return { cpu: [cpu], ...(os === 'linux' && libc !== undefined ? { libc: [family] } : {}), os: [os] }
}

const missing = Object.values(lock.packages).flatMap((parent) =>
  Object.entries(parent.optionalDependencies ?? {})
    .filter(([name]) => !(`node_modules/${name}` in lock.packages))
    .map(([name, version]) => ({ name, version, dev: parent.dev })),
)
const unknown = missing.filter(({ name, version }) => platformOf(name) === null || !/^\d+\.\d+\.\d+/.test(version))

if (process.argv.includes('--write') && unknown.length === 0) {
  for (const { name, version, dev } of missing) {
    lock.packages[`node_modules/${name}`] = { version, ...(dev ? { dev } : {}), optional: true, ...platformOf(name) }
  }
  const sorted = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a === b ? 0 : a < b ? -1 : 1)))
  writeFileSync(path, `${JSON.stringify({ ...lock, packages: sorted }, null, 2)}\n`)
  console.log(`package-lock.json: ${missing.length} packages for other platforms added`)
} else {
  for (const { name, version } of missing)
    console.error(`package-lock.json lacks ${name} ${version}, so npm ci refuses it: run node tools/lock.ts --write`)
  for (const { name } of unknown) console.error(`${name} does not tell its platform: add it to package-lock.json by hand`)
  console.log(`package-lock.json: ${Object.keys(lock.packages).length} packages compared`)
  process.exitCode = missing.length > 0 ? 1 : 0
}
