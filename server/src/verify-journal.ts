import { logBreak } from '@vigil/contract/journal/entities.ts'
import { readConfig } from './kernel/config.ts'
import { createDatabase } from './kernel/db.ts'
import { createLog } from './kernel/log.ts'
import { createSiteClock } from './kernel/time.ts'
import { createJournalStore, verdictOf, verify } from './modules/journal/index.ts'
import { giveUp, withSiteDatabase } from './site-database.ts'

// `npm run verify-journal`: walks the whole journal and tells whether its chain holds. Works whether the site runs or not.
// Ends with 0 when it holds, with 1 when it does not, with 2 when it could not be verified.

const walk = async (url: string) => {
  const { timeZone } = readConfig({ DATABASE_URL: url, VIGIL_TIME_ZONE: process.env['VIGIL_TIME_ZONE'] })
  const clock = createSiteClock(timeZone)
  const db = createDatabase(url, createLog('silent'), { max: 1 })
  try {
    const verdict = await createJournalStore({ db, clock }).snapshot(verify)
    return { ...verdictOf(verdict, clock), last: verdict.last }
  } finally {
    await db.close()
  }
}

const run = async (): Promise<void> => {
  const { checked, from, to, firstBreak, last } = await withSiteDatabase(walk)
  if (firstBreak === null) {
    const span = from === null || to === null ? { zh: '', en: '' } : { zh: `，${from} 至 ${to}`, en: ` from ${from} to ${to}` }
    process.stdout.write(
      `系统日志完整：共 ${checked} 条${span.zh} / the system log is intact: ${checked} rows${span.en}\n` +
        `最后一条 / last row: ${last.id} ${last.hash.toString('hex')}\n`,
    )
    return
  }
  const { id, kind, time } = firstBreak
  const when = time === null ? { zh: '', en: '' } : { zh: `（${time}）`, en: ` (${time})` }
  process.stdout.write(
    `系统日志不完整：第 ${id} 条${when.zh}${logBreak.name(kind, 'zh')}，此前 ${checked} 条完整 / ` +
      `the system log is broken at row ${id}${when.en}: ${logBreak.name(kind, 'en').toLowerCase()}; intact rows before it: ${checked}\n`,
  )
  process.exitCode = 1
}

run().catch((error: unknown) => giveUp(error, 2))
