import { createServer } from 'node:http'
import { WebSocketServer } from 'ws'
import { tellPort } from './tell-port.ts'

/** The naive way: what comes by HTTP goes out at once, one message a report, to whoever is connected. Nothing is stored. */
const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const { reports } = JSON.parse(Buffer.concat(chunks).toString()) as { reports: readonly unknown[] }
    for (const report of reports) {
      const text = JSON.stringify(report)
      for (const client of sockets.clients) client.send(text)
    }
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ accepted: reports.length }))
  })
})
const sockets = new WebSocketServer({ server, perMessageDeflate: false })
server.listen(0, '127.0.0.1', () => tellPort(server))
