import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { settleAddresses } from './addresses.ts'

it('a request whose line was reset before it was read is nobody’s; of every other it is known where it comes from', async () => {
  const fastify = Fastify()
  onTestFinished(() => fastify.close())
  settleAddresses(fastify)
  const from: unknown[] = []
  const unknown: unknown[] = []
  fastify.addHook('onRequest', (request, _reply, next) => {
    from.push(request.address)
    next()
  })
  fastify.server.on('request', ({ socket }) => socket.remoteAddress === undefined && unknown.push(socket))
  fastify.get('/', () => 'here')
  await fastify.listen({ port: 0, host: '127.0.0.1' })
  const { port } = fastify.server.address() as AddressInfo
  for (let time = 0; time < 50; time += 1) {
    const line = connect(port, '127.0.0.1')
    line.on('error', () => undefined)
    await once(line, 'connect')
    line.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    line.resetAndDestroy()
  }
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('here')
  expect(unknown.length).toBeGreaterThan(0)
  expect(new Set(from)).toEqual(new Set(['127.0.0.1']))
})
