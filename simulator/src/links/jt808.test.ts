import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import type { Report } from '@vigil/contract/positions/report.ts'
import { createTerminalLink } from './jt808.ts'
import { heardIn, hears, messageOf, says, type Heard } from './jt808-frames.ts'

const number = '013955300001'
const report = (second: number, more: Partial<Report> = {}): Report => ({
  deviceType: 'car',
  deviceId: number,
  time: new Date(Date.UTC(2026, 10, 22, 1, 30, second)).toISOString(),
  lng: 118.361234,
  lat: 31.17,
  speed: 36.5,
  course: 90,
  ...more,
})

/** A platform that answers as it is told to. */
const platform = async () => {
  const heard: Heard[] = []
  const waiting = new Set<() => void>()
  const lines: Socket[] = []
  let outcome = 0
  let isMute = false
  const say = (id: number, body: Buffer): void => void lines.at(-1)?.write(messageOf(number, 7, id, body))
  const server = createServer((line) => {
    lines.push(line)
    let rest: Uint8Array = Buffer.alloc(0)
    line.on('error', () => undefined)
    line.on('data', (bytes) => {
      const found = heardIn(Buffer.concat([rest, bytes]))
      rest = found.rest
      for (const message of found.heard) {
        heard.push(message)
        if (!isMute && message.id === says.register) {
          const answer = Buffer.from(`\0\0\0K42`)
          answer.writeUInt16BE(message.serial, 0)
          say(hears.registered, answer)
        } else if (!isMute) {
          const answer = Buffer.alloc(5)
          answer.writeUInt16BE(message.serial, 0)
          answer.writeUInt16BE(message.id, 2)
          answer[4] = message.id === says.authenticate ? 0 : outcome
          say(hears.answer, answer)
        }
      }
      for (const look of waiting) look()
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    for (const line of lines) line.destroy()
    server.close()
  })
  const address = server.address()
  const problems: string[] = []
  const texts: string[] = []
  const link = createTerminalLink({
    host: '127.0.0.1',
    port: address !== null && typeof address === 'object' ? address.port : 0,
    number,
    pause: 1,
    onProblem: (problem) => problems.push(problem),
    onText: (text) => texts.push(text),
  })
  onTestFinished(link.close)
  return {
    link,
    heard,
    problems,
    texts,
    say,
    answer: (with_: number) => (outcome = with_),
    mute: (is: boolean) => (isMute = is),
    cut: () => lines.at(-1)?.destroy(),
    until: (enough: (all: readonly Heard[]) => boolean) =>
      new Promise<void>((resolve) => {
        const look = (): void => {
          if (!enough(heard)) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        look()
      }),
  }
}
const ids = (heard: readonly Heard[]) => heard.map(({ id }) => id)

it('registers, shows the code that it was given and says where it is', async () => {
  const { link, heard, until } = await platform()
  link.report(report(5))
  await until((all) => all.some(({ id }) => id === says.location))
  expect(ids(heard)).toEqual([says.register, says.authenticate, says.location])
  expect(heard[1]?.body.toString()).toBe('K42')
  expect(heard[2]?.body.toString('hex')).toBe('000000000000000301db9dd0070e0c920000016d005a261122093005')
  await expect.poll(link.waiting).toBe(0)
})

it('keeps what was not answered for, and sends it again together, a press for help first', async () => {
  const { link, heard, until, cut, answer, problems } = await platform()
  answer(1)
  link.report(report(0))
  await until((all) => all.some(({ id }) => id === says.location))
  for (const second of [1, 2, 3]) link.report(report(second))
  link.report(report(4, { sos: 'press' }))
  await expect.poll(() => problems).toContain('jt808: reports refused with 1')
  expect(link.waiting()).toBe(5)
  answer(0)
  const before = heard.length
  cut()
  await until((all) => all.slice(before).some(({ id }) => id === says.kept))
  const again = heard.slice(before)
  // It has a code already.
  expect(ids(again)).toEqual([says.authenticate, says.location, says.kept])
  expect([again[1]?.body.readUInt32BE(0), again[2]?.body.readUInt16BE(0)]).toEqual([1, 4])
  await expect.poll(link.waiting).toBe(0)
})

it('hears what a driver is told, and says so', async () => {
  const { heard, texts, say, until } = await platform()
  await until((all) => all.some(({ id }) => id === says.authenticate))
  say(hears.text, Buffer.from('0cc7ebbcf5cbd9', 'hex'))
  await until((all) => all.some(({ id }) => id === says.answer))
  expect([texts, heard.at(-1)?.body.toString('hex')]).toEqual([['请减速'], '0007830000'])
})
