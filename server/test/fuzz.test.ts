import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { domains } from '@vigil/contract/index.ts'
import type { Call } from '@vigil/contract/kernel/call.ts'
import { codes } from '@vigil/contract/kernel/codes.ts'
import { positionCalls } from '@vigil/contract/positions/calls.ts'
import { openApiDocument, type JsonSchema } from '@vigil/contract/openapi/openapi.ts'
import { superAdministratorRole } from '@vigil/contract/menu/routes.ts'
import { fitting, wrong } from './bodies.ts'
import { writtenByJobs } from './contents.ts'
import { rounds } from './deep.ts'
import { temporaryFolder } from './folder.ts'
import { sessionOf } from './session.ts'
import { afterFile } from './ends.ts'
import { createTestSite, type TestSite } from './site.ts'

/** Cases a call: half of them fit its schema, half are wrong somewhere. */
const cases = rounds(60, 200)
/** The same bodies in every run, so that a red one can be run again; others with `FUZZ_SEED=<number>`. */
const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_121)

const document = openApiDocument('fuzz')
const { schemas } = document.components as { schemas: Record<string, JsonSchema> }
const calls = Object.entries(domains).flatMap(([domain, list]) =>
  Object.values<Call>(list)
    .filter((call) => call.planned !== true)
    .map((call) => ({ domain, call })),
)

/** Nothing of the inside: no statement, no driver, no stack, no path of a source. */
const inside =
  /\b(SELECT|INSERT INTO|UPDATE \w+ SET|DELETE FROM|syntax error|relation "|violates|kysely|node_modules|at async |\.ts:\d+|invalid input syntax|ECONN)/

/** Rows that a refusal may write: the journal of it, failed sign-ins, what a visitor asked, that the session was seen. */
const written = ['journal', 'journal_head', 'login_failure', 'visit_ask', 'session', 'kysely_migration', 'kysely_migration_lock']
/** Rows that are written a while after the call that caused them, so that they may fall into the next one. */
const writtenLater = ['unknown_device', 'live_event', 'live_head', 'transfer', 'stored_file']
const mayChange = [...written, ...writtenLater, ...writtenByJobs]

describe(`every call, ${cases} bodies each (seed ${seed})`, () => {
  let site: TestSite
  beforeAll(async () => {
    site = await createTestSite({ dataDir: await temporaryFolder(afterFile) }, afterFile)
    const dept = await site.makeDept('煤磨工段')
    await site.makeDept('一班', dept)
    for (const name of ['a', 'b', 'c']) await site.makeHat(name, { deptId: dept })
    await site.makeFence()
    // Whoever changes any other table leaves a mark that a rollback takes away with the change.
    await site.db.raw(site.db.sql, 'CREATE TABLE changed (name text)')
    await site.db.raw(
      site.db.sql,
      `CREATE FUNCTION note_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO changed VALUES (TG_TABLE_NAME); RETURN NULL; END $$`,
    )
    const { rows } = await site.db.raw<{ name: string }>(
      site.db.sql,
      `SELECT relname AS name FROM pg_class WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace = 'public'::regnamespace
         AND relname <> 'changed' AND relname <> ALL($1)`,
      [mayChange],
    )
    expect(rows.length).toBeGreaterThan(20)
    const each = 'AFTER INSERT OR UPDATE OR DELETE'
    for (const { name } of rows) {
      // House-keeping that finds nothing to do changes no row.
      for (const [when, per] of [
        [each, 'ROW'],
        ['AFTER TRUNCATE', 'STATEMENT'],
      ]) {
        await site.db.raw(
          site.db.sql,
          `CREATE TRIGGER note_${per} ${when} ON "${name}" FOR EACH ${per} EXECUTE FUNCTION note_change()`,
        )
      }
    }
  })
  const changes = async (): Promise<string[]> => {
    const { rows } = await site.db.raw<{ name: string }>(site.db.sql, 'DELETE FROM changed RETURNING name')
    return rows.map(({ name }) => name)
  }

  it.each(calls.map(({ domain, call }) => [`${domain} ${call.path}`, call] as const))('%s', async (_, call) => {
    const operation = document.paths[call.path]?.[call.method === 'GET' ? 'get' : 'post']
    const schema = operation?.requestBody?.content['application/json']?.schema ?? {}
    const half = cases / 2
    const bodies = [
      ...fc.sample(fitting(schema, schemas), { numRuns: half, seed }),
      ...fc.sample(wrong(schema, schemas), { numRuns: half, seed }),
    ]
    let token = await sessionOf(site, { role: superAdministratorRole })
    await changes()
    const answered = new Set<string>()
    for (const body of bodies) {
      const sent = JSON.stringify(body)
      const response = await site.app.fastify.inject({
        method: call.method,
        url: `/api${call.path}`,
        headers: { authorization: token, ...(call.method === 'POST' ? { 'content-type': 'application/json' } : {}) },
        ...(call.method === 'POST' && sent !== undefined ? { payload: sent } : {}),
      })
      const told = `${response.statusCode} ${response.body.slice(0, 500)} for ${(sent ?? '').slice(0, 500)}`
      expect(response.statusCode, told).toBeLessThan(500)
      const answer = response.json<{ code: string; msg: string; data: unknown }>()
      expect(typeof answer.code, told).toBe('string')
      expect(answer.msg, told).not.toMatch(inside)
      answered.add(answer.code)
      const changed = await changes()
      if (answer.code !== '200') {
        expect(response.body, told).not.toMatch(inside)
        // Of a helmet that nobody registered a call for help is alarmed of all the same.
        const isCry = call.path === positionCalls.saveRealHatSosAlarm.path && answer.code === codes.notFound.code
        expect(isCry ? changed.filter((name) => !name.startsWith('alarm')) : changed, told).toEqual([])
      }
      // A call may well end the session that made it, or take its rights.
      if (
        answer.code === '10002' ||
        answer.code === 'passwordMustChange' ||
        answer.code === 'forbidden' ||
        call.path.endsWith('logout')
      ) {
        token = await sessionOf(site, { role: superAdministratorRole })
        await changes()
      }
    }
    // Of a call whose every body is refused at the door nothing was learnt.
    expect(answered.size, [...answered].join()).toBeGreaterThan(0)
  })
})
