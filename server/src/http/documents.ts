import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { domains } from '@vigil/contract/index.ts'
import type { Calls } from '@vigil/contract/kernel/call.ts'
import { openApiDocument } from '@vigil/contract/openapi/openapi.ts'
import type { Caller } from '../kernel/caller.ts'
import { sessionCookie } from '../kernel/serve.ts'

/** The OpenAPI document and its page, for signed-in users; a browser asks with its cookie. */
export const documentRoutes = (
  fastify: FastifyInstance,
  version: string,
  authenticate: (token: string) => Promise<Caller | null>,
): void => {
  let text: string | null = null
  const signedIn = async (request: {
    headers: IncomingMessage['headers']
    cookies: Record<string, string | undefined>
  }): Promise<boolean> => {
    const token = request.headers.authorization?.replace(/^Bearer\s+/i, '') ?? request.cookies[sessionCookie] ?? ''
    const caller = token === '' ? null : await authenticate(token)
    return caller !== null && !caller.mustChangePassword
  }
  fastify.get('/api/openapi.json', async (request, reply) => {
    if (!(await signedIn(request))) return reply.code(401).send({ code: '10002', msg: '登录已失效，请重新登录', data: null })
    text ??= JSON.stringify(openApiDocument(version))
    return reply.type('application/json; charset=utf-8').send(text)
  })
  fastify.get('/api/docs', async (request, reply) => {
    if (!(await signedIn(request))) return reply.redirect('/login')
    const escape = (value: string): string => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
    const sections = Object.entries<Calls>(domains).map(([domain, calls]) => {
      const rows = Object.values(calls).map(
        (call) =>
          `<tr><td>${call.method}</td><td><code>/api${escape(call.path)}</code></td><td>${escape(call.describe.zh)}</td><td>${escape(call.describe.en)}</td></tr>`,
      )
      return `<h2>${domain}</h2><table>${rows.join('')}</table>`
    })
    const style =
      'body{font:14px/1.6 system-ui,sans-serif;margin:24px auto;max-width:1200px;padding:0 16px}table{border-collapse:collapse;width:100%}td{border:1px solid #ddd;padding:4px 8px;vertical-align:top}'
    return reply
      .type('text/html; charset=utf-8')
      .send(
        `<!doctype html><html lang="zh"><meta charset="utf-8"><title>守望 Vigil API</title><style>${style}</style><h1>守望 Vigil API ${version}</h1><p><a href="/api/openapi.json">OpenAPI 3.1</a></p>${sections.join('')}</html>`,
      )
  })
}
