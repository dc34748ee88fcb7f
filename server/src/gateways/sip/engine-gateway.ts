import type { FastifyInstance } from 'fastify'
import { theSystem } from '../../kernel/caller.ts'
import { createTraffic, GatewayError, type Gateway } from '../../kernel/gateway.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Doors } from '../../kernel/module.ts'
import { isSame } from '../shared/challenges.ts'
import { createEngine, type EngineContext, type Question } from './engine.ts'

/** `POST /sip/engine`: what a proxy of its own asks for each registration and each call, in lines of text. */

export const enginePath = '/sip/engine'
/** Bytes of a question: a few headers of a message of SIP. */
const longest = 16 * 1024

/** What is asked, and with what: each value in hexadecimal digits, so that it is nothing but a value whatever it says. */
const questionIn = (body: unknown): { readonly what: string; readonly ask: Question } => {
  const said = new URLSearchParams(typeof body === 'string' ? body : '')
  const ask: Question = (name) => {
    const value = said.get(name) ?? ''
    return /^(?:[0-9a-f]{2})+$/i.test(value) ? Buffer.from(value, 'hex').toString() : ''
  }
  return { what: said.get('what') ?? '', ask }
}

const wrongKey = new GatewayError({ zh: 'SIP 代理的密钥不对', en: 'a SIP proxy asked with a wrong key' })

type Needed = Pick<Doors, 'alarms' | 'devices' | 'session' | 'telephony'>

export const createEngineGateway = (kernel: Kernel, { alarms, devices, session, telephony }: Needed, key: string): Gateway => {
  const { clock, log } = kernel
  const traffic = createTraffic(clock.now)
  const expected = `Basic ${Buffer.from(`vigil:${key}`).toString('base64')}`
  let answers: ReturnType<typeof createEngine> | null = null
  const routes = (fastify: FastifyInstance): void => {
    void fastify.register((app, _options, done) => {
      app.removeAllContentTypeParsers()
      app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: longest }, (_request, body, parsed) => parsed(null, body))
      app.post(enginePath, {
        // Before the body is read.
        onRequest: async (request, reply) => {
          if (isSame(request.headers.authorization ?? '', expected)) return request.knownAs('key:sip engine')
          traffic.failed(wrongKey)
          return reply.code(401).type('text/plain').send('401\n')
        },
        handler: async (request, reply) => {
          void reply.type('text/plain')
          const { what, ask } = questionIn(request.body)
          const answer = answers?.get(what)
          if (!answer) return '503\nService Unavailable\n'
          traffic.heard()
          try {
            return `${(await answer(ask)).join('\n')}\n`
          } catch (error) {
            traffic.failed(error)
            log.warn({ err: error, what }, 'a question of the SIP proxy could not be answered')
            return '503\nService Unavailable\n'
          }
        },
      })
      done()
    })
  }
  return {
    name: 'sip',
    protocol: 'SIP (Kamailio)',
    at: { path: enginePath },
    routes,
    start: async () => {
      const context: EngineContext = {
        telephony,
        // What a session is known by is kept beyond this process, and its token is not.
        session: {
          authenticate: session.authenticateMark,
          callerOf: session.callerOf,
          redeemTicket: async (ticket) => {
            const token = await session.redeemTicket(ticket)
            return token === null ? null : session.markOf(token)
          },
        },
        sees: (caller, code) => devices.sees(caller, 'hat', code),
        seesAlarm: async (caller, id) => (await alarms.seen([id], { ...theSystem(clock.now()), caller })).has(id),
        log,
        now: clock.now,
        secret: await telephony.secret(),
      }
      answers = createEngine(context)
    },
    stop: () => {
      answers = null
    },
    status: () => ({ listening: answers !== null, connections: 0, ...traffic.counts() }),
  }
}
