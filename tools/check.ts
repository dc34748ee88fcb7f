import { resolve } from 'node:path'
import { runChecks } from './check/checks.ts'

// Everything a machine can see about the sources without running them. `npm run check` runs it alone, `npm test` first.

const { passed, failed } = await runChecks(resolve(import.meta.dirname, '..'))
console.log(`${passed} checks passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
