import { createServer } from 'node:http'
import { tellPort } from './tell-port.ts'

/** The floor of taking a post: read it, parse it, say how many there were. */
const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const { reports } = JSON.parse(Buffer.concat(chunks).toString()) as { reports: readonly unknown[] }
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ accepted: reports.length }))
  })
})
server.listen(0, '127.0.0.1', () => tellPort(server))
