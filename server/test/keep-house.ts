/** Keeps house on a database without end, to be killed at it: `node keep-house.ts <database url>`. */
import { createDatabase } from '../src/kernel/db.ts'
import { createLog } from '../src/kernel/log.ts'
import { housekeepingOf } from './housekeeping.ts'

const house = housekeepingOf(createDatabase(process.argv[2] ?? '', createLog('silent'), { max: 3 }))
for (;;) await house.run()
