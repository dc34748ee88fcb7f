import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { checkOut, compare, type OtherTree } from './against.ts'
import type { Part } from './part.ts'
import { keepResults, printPart, type Measured } from './results.ts'

const root = resolve(import.meta.dirname, '../..')
const { values, positionals } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, against: { type: 'string' } },
  allowPositionals: true,
})

const loadParts = async (): Promise<(Part & { name: string })[]> => {
  const files = readdirSync(join(import.meta.dirname, 'parts')).filter((file) => file.endsWith('.ts'))
  const parts = await Promise.all(
    files.map(async (file) => {
      const { part } = (await import(`./parts/${file}`)) as { part: Part }
      return { ...part, name: basename(file, '.ts') }
    }),
  )
  return parts.sort((a, b) => a.order - b.order)
}

/** What has to end, the newest first. */
const ends: (() => unknown)[] = []
const endAll = async (): Promise<void> => {
  for (let end = ends.pop(); end; end = ends.pop()) {
    try {
      await end()
    } catch (error) {
      console.error(error)
      process.exitCode = 1
    }
  }
}
/** Another commit, which measures each part before this tree does, on the same machine in the same minutes. */
let other: OtherTree | null = null
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void endAll()
      .then(() => other?.remove())
      .then(() => process.exit(1))
  })
}

const runPart = async (part: Part & { name: string }): Promise<Measured> => {
  const folder = mkdtempSync(join(tmpdir(), `vigil-bench-${part.name}-`))
  // The database's account has to pass through.
  chmodSync(folder, 0o711)
  ends.push(() => rmSync(folder, { recursive: true, force: true }))
  const rounds = values.quick || part.once ? 1 : 5
  const from = Date.now()
  const notes: string[] = []
  try {
    console.log(`\n${part.name}: ${part.about}`)
    const rows = await part.run({
      root,
      rounds,
      quick: values.quick,
      folder,
      onEnd: (end) => void ends.push(end),
      say: (line) => console.log(`  ${line}`),
      note: (line) => void notes.push(line),
    })
    if (rows.length === 0) throw new Error(`${part.name} measured nothing`)
    return { part: part.name, about: part.about, rounds, seconds: Math.round((Date.now() - from) / 1000), rows, notes }
  } finally {
    await endAll()
  }
}

const parts = await loadParts()
const unknown = positionals.filter((name) => !parts.some((part) => part.name === name))
if (unknown.length > 0) {
  console.error(`no such part: ${unknown.join(', ')}; there are ${parts.map(({ name }) => name).join(', ')}`)
  process.exit(2)
}
const chosen = positionals.length === 0 ? parts : parts.filter(({ name }) => positionals.includes(name))

if (values.against !== undefined) {
  const folder = mkdtempSync(join(tmpdir(), 'vigil-other-'))
  chmodSync(folder, 0o711)
  other = await checkOut(root, values.against, folder)
}

let missed = 0
const worse: string[] = []
for (const part of chosen) {
  try {
    const before = (await other?.measure(part.name)) ?? null
    const measured = await runPart(part)
    printPart(measured)
    if (other && before) worse.push(...compare(measured, before, other.name))
    missed += measured.rows.filter(({ met }) => !met).length
    if (!values.quick && !other) keepResults(root, measured)
  } catch (error) {
    console.error(error)
    missed += 1
  }
}
if (other) {
  await other.remove()
  console.log(worse.length === 0 ? `\nNothing is worse than at ${other.name}.` : `\nWorse: ${worse.join('; ')}`)
}
console.log(missed === 0 ? '\nEvery limit is met.' : `\n${missed} not met.`)
process.exit(missed === 0 && !process.exitCode ? 0 : 1)
