import { createServer } from 'node:http'
import { WebSocketServer, type WebSocket } from 'ws'
import type { FromServer } from '@vigil/contract/live/live.ts'
import type { LiveObject } from '@vigil/contract/positions/entities.ts'
import { tellPort } from './tell-port.ts'

/**
 * The naive way: whatever changes, each is told of all that he sees, in a message that is made for him. What he sees is the
 * first that he says; every post changes something.
 */
const sees = new Map<WebSocket, readonly LiveObject[]>()
const server = createServer((request, response) => {
  request.resume().once('end', () => {
    for (const [socket, objects] of sees)
      socket.send(JSON.stringify({ type: 'directory', whole: true, objects, removed: [] } satisfies FromServer))
    response.end()
  })
})
new WebSocketServer({ server, perMessageDeflate: false }).on('connection', (socket) => {
  socket.once('message', (data: Buffer) => {
    sees.set(socket, JSON.parse(data.toString()) as LiveObject[])
    socket.send('{}')
  })
})
server.listen(0, '127.0.0.1', () => tellPort(server))
