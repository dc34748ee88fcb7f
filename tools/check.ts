import { resolve } from 'node:path'
import { runChecks } from './check/checks.ts'
import { whenAskedToStop } from './run/stop-asked.ts'

// Everything a machine can see about the sources without running them. `npm run check` runs it alone, `npm test` beside the units.

const stopping = whenAskedToStop()
const { passed, failed } = await runChecks(resolve(import.meta.dirname, '..'), stopping)
if (stopping.aborted) process.exit(1)
console.log(`${passed} checks passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
