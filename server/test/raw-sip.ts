import { randomUUID } from 'node:crypto'
import { expect, onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import type { SipAccount } from '@vigil/contract/telephony/entities.ts'
import { md5 } from '../src/gateways/sip/registrar.ts'
import type { TestSite } from './site.ts'

/** A client that says whatever it likes. */
export const rawOf = async (site: Pick<TestSite, 'origin'>) => {
  const socket = new WebSocket(`${site.origin.replace('http', 'ws')}/sip`, 'sip')
  const answers: string[] = []
  socket.on('message', (data: Buffer) => void answers.push(data.toString()))
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  onTestFinished(() => socket.terminate())
  let said = 0
  /** The status of the answer, and its text; 0 and none once the line is gone. */
  const say = async (
    method: string,
    to: string,
    headers: readonly string[] = [],
    from = to,
    expires = 600,
  ): Promise<readonly [number, string]> => {
    said += 1
    const branch = `z9hG4bK-${randomUUID()}`
    const uri = method === 'REGISTER' ? 'sip:vigil.local' : `sip:${to}@vigil.local`
    const lines = [
      `${method} ${uri} SIP/2.0`,
      `Via: SIP/2.0/WS x.invalid;branch=${branch}`,
      'Max-Forwards: 70',
      `From: <sip:${from}@vigil.local>;tag=1`,
      `To: <sip:${to}@vigil.local>${headers.some((header) => header.startsWith('Route')) ? ';tag=2' : ''}`,
      ...(headers.some((header) => header.startsWith('Call-ID')) ? [] : [`Call-ID: ${randomUUID()}`]),
      `CSeq: ${said} ${method}`,
      `Contact: <sip:x@y.invalid;transport=ws>;expires=${expires}`,
      ...headers,
      'Content-Length: 0',
      '',
      '',
    ]
    socket.send(lines.join('\r\n'))
    const found = (): string | undefined =>
      answers.find((answer) => answer.includes(branch) && !answer.startsWith('SIP/2.0 100') && answer.startsWith('SIP'))
    // Whoever hung up is told nothing any more.
    await expect.poll(() => found() !== undefined || socket.readyState === socket.CLOSED).toBe(true)
    const text = found() ?? ''
    return [Number(text.slice(8, 11)), text]
  }
  return { socket, answers, closed, say }
}
export const authorization = (challenge: string, { sip_id: number, sip_pwd: password }: SipAccount, nc = '00000001'): string => {
  const nonce = /nonce="([^"]+)"/.exec(challenge)?.[1] ?? ''
  const uri = 'sip:vigil.local'
  const [ha1, ha2] = [md5(`${number}:vigil.local:${password}`), md5(`REGISTER:${uri}`)]
  const response = md5([ha1, nonce, nc, 'c', 'auth', ha2].join(':'))
  return `Authorization: Digest username="${number}", realm="vigil.local", nonce="${nonce}", uri="${uri}", response="${response}", qop=auth, nc=${nc}, cnonce="c", algorithm=MD5`
}

/** Registered as a helmet or, with a ticket, as a console. */
export const registeredRaw = async (site: Pick<TestSite, 'origin'>, account: SipAccount, headers: readonly string[] = []) => {
  const raw = await rawOf(site)
  const [, challenge] = await raw.say('REGISTER', account.sip_id)
  expect((await raw.say('REGISTER', account.sip_id, [authorization(challenge, account), ...headers]))[0]).toBe(200)
  return raw
}
