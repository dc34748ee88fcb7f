import { createServer } from 'node:http'
import pg from 'pg'
import { WebSocketServer } from 'ws'
import { tellPort } from './tell-port.ts'

/**
 * The naive way: what comes by HTTP goes out at once, one message a report, to whoever is connected. Nothing is stored, unless
 * there is a database: then each post is a row of it, committed before anything goes out.
 */
const url = process.env['VIGIL_BENCH_DATABASE']
const pool = url === undefined ? null : new pg.Pool({ connectionString: url, max: 10 })
await pool?.query('CREATE TABLE post (body text NOT NULL)')

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  const take = async (): Promise<void> => {
    const body = Buffer.concat(chunks).toString()
    await pool?.query({ name: 'post', text: 'INSERT INTO post (body) VALUES ($1)', values: [body] })
    const { reports } = JSON.parse(body) as { reports: readonly unknown[] }
    for (const report of reports) {
      const text = JSON.stringify(report)
      for (const client of sockets.clients) client.send(text)
    }
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ accepted: reports.length }))
  }
  // What cannot be stored ends the measurement.
  request.on('end', () => void take())
})
const sockets = new WebSocketServer({ server, perMessageDeflate: false })
server.listen(0, '127.0.0.1', () => tellPort(server))
