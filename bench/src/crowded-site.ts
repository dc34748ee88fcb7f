import { join } from 'node:path'
import { accountCalls } from '@vigil/contract/accounts/calls.ts'
import { createClient } from '@vigil/contract/kernel/client.ts'
import { createDatabase, type Database } from '../../server/src/kernel/db.ts'
import { createLog } from '../../server/src/kernel/log.ts'
import type { PartDeps } from './part.ts'
import { prepareSite, startPostgres, startSite, type Site } from './site.ts'

export interface Crowd {
  readonly devices: number
  readonly people: number
  readonly departments: number
  readonly journal: number
}
/** As many of each as a site may have. */
export const crowdedSite: Crowd = { devices: 20_000, people: 5_000, departments: 2_000, journal: 1_000_000 }

/** Forty departments with forty-nine below each, people and devices spread over all of them, and a long journal. */
const fill = async (db: Database, size: Crowd): Promise<void> => {
  const run = (text: string) => db.raw(db.sql, text)
  await run(`INSERT INTO dept (name) SELECT '部门' || n FROM generate_series(1, 40) n`)
  await run(`INSERT INTO dept (pid, name) SELECT 1 + n % 40, '工段' || n FROM generate_series(41, ${size.departments}) n`)
  await run(`INSERT INTO person (cname, work_num, dept_id, post, mobile)
    SELECT '人员' || n, 'N' || n, 1 + n % ${size.departments}, '巡检工', '138' || lpad(n::text, 8, '0') FROM generate_series(1, ${size.people}) n`)
  await run(`INSERT INTO device (kind, code, label, dept_id, person_id, model)
    SELECT (ARRAY['hat', 'hat', 'badge', 'badge', 'car'])[1 + n % 5], 'D' || n, 'AQM-' || lpad(n::text, 6, '0'), 1 + n % ${size.departments},
      CASE WHEN n <= ${size.people} THEN (SELECT min(id) FROM person) + n - 1 END, CASE WHEN n % 5 < 4 THEN 'HK-S6' ELSE 'truck' END
    FROM generate_series(1, ${size.devices}) n`)
  await run(`INSERT INTO device_state (device_id, fix_time, recv_time, lng, lat, battery)
    SELECT id, now(), now() - (id % 900) * interval '1 s', 118.36, 31.17, id % 100 FROM device`)
  await run(`INSERT INTO beacon (name, type, uuid, minor, mac, install_date, enabled, remark, dept_id)
    SELECT '信标' || n, 'positioning', '', n, '', '', true, '', 1 + n % ${size.departments} FROM generate_series(1, ${size.devices}) n`)
  await run(`INSERT INTO camera (name, gb_device_id, manufacturer, model, ptz_type, room_type, address, ip_address, channel_id, civil_code, parent_id,
      business_group_id, stream_mode, resolution, enabled, remark, dept_id)
    SELECT '摄像机' || n, '34' || lpad(n::text, 18, '0'), '', '', 1, 1, '', '', '', '', '', '', 'udp', '', true, '', 1 + n % ${size.departments} FROM generate_series(1, 2000) n`)
  await run('DELETE FROM journal')
  for (let from = 1; from <= size.journal; from += 50_000) {
    await run(`INSERT INTO journal (id, at, person_id, cname, dept_name, module, action, object, object_id, before, after, ip, user_agent, result, cost_ms, hash)
      SELECT n, now() - (${size.journal} - n) * interval '10 s', (SELECT min(id) FROM person) + n % ${size.people}, '人员' || n % ${size.people}, '部门' || n % 40,
        (ARRAY['devices', 'accounts', 'alarms', 'session'])[1 + n % 4], (ARRAY['update', 'create', 'handle', 'signIn'])[1 + n % 4], 'hat', (n % 20000)::text,
        '{"version": 1}', '{"version": 2}', '10.0.0.1', 'bench', 'success', 3, '\\x00' FROM generate_series(${from}, ${from + 49_999}) n`)
  }
  await run(`UPDATE journal_head SET id = ${size.journal}`)
  await run('ANALYZE')
}

/** The product on a database of so many records; `more` is its environment. */
export const startCrowdedSite = async (
  deps: PartDeps,
  size: Crowd,
  more: NodeJS.ProcessEnv = {},
): Promise<Site & { readonly url: string }> => {
  const url = await (await startPostgres(deps)).makeDatabase('crowded')
  await prepareSite(url, 0)
  const db = createDatabase(url, createLog('silent'), { max: 2 })
  deps.onEnd(db.close)
  // The first account is made on an empty site alone.
  const site = await startSite(deps, url, { VIGIL_DATA_DIR: join(deps.folder, 'site'), ...more })
  await fill(db, size)
  await createClient({ origin: site.origin, token: () => site.token }).ask(accountCalls.saveDept, { name: '让登记册重读设备' })
  return { ...site, url }
}
