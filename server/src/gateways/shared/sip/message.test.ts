import { UserAgent } from 'sip.js'
import { expect, it } from 'vitest'
import { digestParts } from '../digest.ts'
import { readNameAddress, readUri } from './address.ts'
import { answerTo, parseSip, valueOf, valuesOf, withFirst, withOnly, writeSip } from './message.ts'

const invite = [
  'INVITE sip:30001@vigil.local SIP/2.0',
  'v: SIP/2.0/WS a.invalid;branch=z9hG4bK-1, SIP/2.0/WS b.invalid;branch=z9hG4bK-2',
  'Max-Forwards: 70',
  'f: "陈, 国强" <sip:8001@vigil.local>;tag=1',
  't: <sip:30001@vigil.local>',
  'i: call-1',
  'CSeq: 7 INVITE',
  'm: <sip:x@y.invalid;transport=ws>;+sip.instance="<urn:uuid:1>"',
  'X-Unknown: kept',
  'Subject: first',
  '  and second line',
  'c: text/plain',
  'l: 6',
  '',
  '你好',
].join('\r\n')

it('reads compact names, lists in one line, folded lines and UTF-8, and writes what it read', () => {
  const message = parseSip(Buffer.from(invite))
  if (message?.kind !== 'request') return expect.fail('no request')
  expect([message.method, message.uri, message.body.toString()]).toEqual(['INVITE', 'sip:30001@vigil.local', '你好'])
  expect(valuesOf(message, 'via')).toEqual(['SIP/2.0/WS a.invalid;branch=z9hG4bK-1', 'SIP/2.0/WS b.invalid;branch=z9hG4bK-2'])
  expect(valueOf(message, 'from')).toBe('"陈, 国强" <sip:8001@vigil.local>;tag=1')
  expect(valueOf(message, 'subject')).toBe('first and second line')
  expect(valueOf(message, 'x-unknown')).toBe('kept')
  expect(parseSip(writeSip(message))).toEqual({
    ...message,
    headers: [...message.headers.filter(([name]) => name !== 'Content-Length'), ['Content-Length', '6']],
  })
})

it('what it writes another house reads', () => {
  const message = parseSip(Buffer.from(invite)) ?? expect.fail('no message')
  expect(writeSip(withFirst(message, 'Via', 'SIP/2.0/WS c;branch=z9hG4bK-3')).toString()).toMatch(
    /^INVITE sip:30001@vigil.local SIP\/2.0\r\nVia: SIP\/2.0\/WS c;branch=z9hG4bK-3\r\nVia: SIP\/2.0\/WS a.invalid/,
  )
  expect(UserAgent.makeURI('sip:30001@vigil.local')?.user).toBe(readUri('sip:30001@vigil.local')?.user)
})

it('an answer repeats what every answer repeats, and names its end', () => {
  const request = parseSip(Buffer.from(invite))
  if (request?.kind !== 'request') return expect.fail('no request')
  const answer = answerTo(request, 180, 'Ringing', { tag: 't' })
  expect(answer.headers.map(([name]) => name)).toEqual(['Via', 'Via', 'From', 'To', 'Call-ID', 'CSeq'])
  expect(valueOf(answer, 'to')).toBe('<sip:30001@vigil.local>;tag=t')
  expect(valueOf(withOnly(answer, 'To', null), 'to')).toBeNull()
})

it.each([
  ['', 'nothing'],
  ['INVITE sip:a@b SIP/2.0\r\n', 'no end of the header'],
  ['invite sip:a@b SIP/2.0\r\n\r\n', 'a method in small letters'],
  ['INVITE sip:a@b SIP/3.0\r\n\r\n', 'another version'],
  ['SIP/2.0 999 What\r\n\r\n', 'no status'],
  ['INVITE sip:a@b SIP/2.0\r\nContent-Length: 9\r\n\r\nshort', 'a body that is cut'],
  ['INVITE sip:a@b SIP/2.0\r\nContent-Length: -1\r\n\r\n', 'a length that is none'],
  ['INVITE sip:a@b SIP/2.0\r\n folded: first\r\n\r\n', 'a line that continues nothing'],
  ['INVITE sip:a@b SIP/2.0\r\nbad name: x\r\n\r\n', 'a name with a space'],
  [`INVITE sip:a@b SIP/2.0\r\n${'X: 1\r\n'.repeat(101)}\r\n`, 'too many lines'],
  [`INVITE sip:a@b SIP/2.0\r\nVia: ${'a,'.repeat(101)}\r\n\r\n`, 'too many in one line'],
  ['INVITE sip:a@b SIP/2.0\r\nSubject: x\nP-Asserted-Identity: <sip:8001@b>\r\n\r\n', 'half an end of a line'],
  ['INVITE sip:a@b SIP/2.0\r\nSubject: x\rFrom: <sip:8001@b>\r\n\r\n', 'the other half'],
  ['SIP/2.0 200 OK\r\nSubject: x\u0000\r\n\r\n', 'an end of a text'],
  [`INVITE sip:a@b SIP/2.0\r\nX: ${'x'.repeat(70_000)}\r\n\r\n`, 'too long'],
])('%j is no message: %s', (text) => {
  expect(parseSip(Buffer.from(text))).toBeNull()
})

it('whatever comes is a message or none, and costs no more than its length', () => {
  let seed = 1
  const random = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((seed / 2_147_483_648) * below)
  }
  const signs = [...'\r\n:;,<>"\\@ =[]()%', 'SIP/2.0', 'tag=', '\u0000', '你']
  for (let time = 0; time < 5_000; time += 1) {
    const text = [...invite]
    for (let change = random(8); change >= 0; change -= 1) {
      const at = random(text.length)
      text.splice(at, random(6), signs[random(signs.length)] ?? '', ...text.slice(at, at + random(20)))
    }
    const message = parseSip(Buffer.from(text.join('')))
    if (!message) continue
    for (const [, value] of message.headers) {
      readNameAddress(value)
      readUri(value)
    }
    expect(parseSip(writeSip(message))?.headers.length).toBeGreaterThan(0)
  }
})

it.each([
  ['sip:30001@vigil.local', { user: '30001', host: 'vigil.local', port: null }],
  ['sips:a%20b@[::1]:5061;transport=ws;lr', { user: 'a b', host: '[::1]', port: 5_061 }],
  ['sip:vigil.local', { user: '', host: 'vigil.local' }],
])('%s is an address', (text, parts) => {
  expect(readUri(text)).toMatchObject(parts)
})
it.each(['', 'tel:110', 'sip:', 'sip:a b@c', 'sip:a@b:99999999', 'sip:a@b?x y', 'sip:a%00@b', 'sip:a%0d%0ab@c'])(
  '%j is none',
  (text) => {
    expect(readUri(text)).toBeNull()
  },
)
it('nobody looks through what is too long to be an address', () => {
  for (const sign of [' ', '\\', '"', ';a', 'a'])
    expect([readNameAddress(sign.repeat(60_000)), readUri(`sip:${sign.repeat(60_000)}@`)]).toEqual([null, null])
})
it('an address that is made to be looked through for long is read as quickly as any', () => {
  const slow = ['x' + ' '.repeat(2_000) + 'y', `x${' '.repeat(1_000)}y${' '.repeat(1_000)}<`, '"' + '\\a'.repeat(1_000)]
  const since = performance.now()
  for (let time = 0; time < 200; time += 1) {
    for (const text of slow) readNameAddress(text)
    digestParts(`Digest ${'a'.repeat(2_000)}`)
  }
  expect(performance.now() - since).toBeLessThan(2_000)
})
it('tells the address from what follows it', () => {
  expect(readNameAddress('sip:a@b;tag=1')).toMatchObject({ uri: 'sip:a@b' })
  expect(readNameAddress('"x \\" y" <sip:a@b;lr>;tag="q;r"')).toMatchObject({ name: 'x " y', uri: 'sip:a@b;lr' })
  expect(readNameAddress('"x" <sip:a@b;lr>;tag="q;r"')?.params.get('tag')).toBe('q;r')
})
