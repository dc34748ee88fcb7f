import Fastify from 'fastify'
import pg from 'pg'
import { tellPort } from './tell-port.ts'

/**
 * A page of helmets with nothing around it, as a good engineer writes the one task: the numbers of the page first, what is shown of
 * them joined after, their count, each statement parsed and planned once by each connection; as JSON, for whoever asks.
 */
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'] ?? '', max: 12 })
const page = `SELECT device.id::text AS id, device.version, label AS "hatNo", code AS imei, device.model, sim, device.dept_id::text AS "deptId",
    person_id::text AS "userId", sip_id AS "sipId", device.mobile, purchase_date AS "purchaseDate", photo, device.enabled::int AS enable, remark,
    dept.name AS "deptName", person.cname AS "userName", (recv_time > now() - interval '300 s')::int AS online, battery, recv_time AS "lastOnline",
    fix_time AS "fixTime", fw_version AS "fwVersion"
  FROM device LEFT JOIN dept ON dept.id = device.dept_id LEFT JOIN person ON person.id = device.person_id
    LEFT JOIN device_state ON device_state.device_id = device.id
  WHERE device.id = ANY(ARRAY(SELECT id FROM device WHERE kind = 'hat' AND deleted_at IS NULL ORDER BY label, id LIMIT $1 OFFSET $2))
  ORDER BY label, device.id`
const count = `SELECT count(*) AS total FROM device WHERE kind = 'hat' AND deleted_at IS NULL`

const app = Fastify()
app.post<{ Body: { pageNum: number; pageSize: number } }>('/page', async ({ body }) => {
  const [rows, counted] = await Promise.all([
    pool.query({ name: 'page', text: page, values: [body.pageSize, (body.pageNum - 1) * body.pageSize] }),
    pool.query<{ total: string }>({ name: 'count', text: count }),
  ])
  return { code: '200', msg: 'success', data: { list: rows.rows, total: Number(counted.rows[0]?.total) } }
})
await app.listen({ port: 0, host: '127.0.0.1' })
tellPort(app.server)
