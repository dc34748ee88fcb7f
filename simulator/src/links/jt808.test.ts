import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Report } from '@vigil/contract/positions/report.ts'
import { createTerminalLink } from './jt808.ts'
import { gbkOf, heardIn, hears, messageOf, says, type Heard } from './jt808-frames.ts'

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
    plate: '皖B7K362',
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

describe('what it goes by', () => {
  const dword = (value: number): string => value.toString(16).padStart(8, '0')
  const set = (id: number, value: string): Buffer =>
    Buffer.from(`01${dword(id)}${(value.length / 2).toString(16).padStart(2, '0')}${value}`, 'hex')
  const all = async () => {
    const one = await platform()
    const last = async (id: number, body: Buffer, answer: number): Promise<string> => {
      const before = one.heard.length
      one.say(id, body)
      await one.until((heard) => heard.slice(before).some(({ id: kind }) => kind === answer))
      return (
        one.heard
          .slice(before)
          .find(({ id: kind }) => kind === answer)
          ?.body.toString('hex') ?? ''
      )
    }
    await one.until((heard) => heard.some(({ id }) => id === says.authenticate))
    return { ...one, last }
  }

  it('is told when it is asked for, all of it or some, what it has not left out', async () => {
    const { last } = await all()
    const told = await last(hears.askAllParameters, Buffer.alloc(0), says.parameters)
    expect(told.slice(0, 6)).toBe('000708')
    expect(told).toContain(`0000000104${dword(15)}`)
    expect(told).toContain(`0000008308cdee42374b333632`)
    expect(await last(hears.askParameters, Buffer.from('020000005500000002', 'hex'), says.parameters)).toBe(
      `0007010000005504${dword(60)}`,
    )
    expect(await last(hears.askParameters, Buffer.from('0200000055', 'hex'), says.answer)).toBe('0007810602')
  })

  it('is changed as it is told, or not at all, and says which', async () => {
    const { last } = await all()
    expect(await last(hears.setParameters, set(0x55, dword(30)), says.answer)).toBe('0007810300')
    // Of another server, of no server at all, of another form, and nothing.
    expect(await last(hears.setParameters, set(0x13, '31'), says.answer)).toBe('0007810303')
    const both = Buffer.concat([Buffer.of(2), set(0x55, dword(20)).subarray(1), set(0x57, dword(20)).subarray(1)])
    expect(await last(hears.setParameters, both, says.answer)).toBe('0007810303')
    expect(await last(hears.setParameters, set(0x55, '1e'), says.answer)).toBe('0007810302')
    expect(await last(hears.setParameters, Buffer.of(1), says.answer)).toBe('0007810302')
    expect(await last(hears.askParameters, Buffer.from('0100000055', 'hex'), says.parameters)).toBe(
      `0007010000005504${dword(30)}`,
    )
  })

  it('is what it does: it reports no more often, and says that its vehicle is above its limit', async () => {
    const { last, link, heard, until } = await all()
    await last(hears.setParameters, set(0x29, dword(10)), says.answer)
    await last(hears.setParameters, set(0x55, dword(30)), says.answer)
    for (const second of [0, 3, 6, 9, 10, 19]) link.report(report(second))
    link.report(report(21, { sos: 'press' }))
    await until((told) => told.flatMap(({ id, body }) => (id === says.location ? [body] : [])).length > 1)
    await expect.poll(link.waiting).toBe(0)
    const told = heard.flatMap(({ id, body }) =>
      id === says.location
        ? [[body.readUInt32BE(0), body.toString('hex', 22, 28)]]
        : id === says.kept
          ? [[body.readUInt16BE(0), body.toString('hex', 27, 33)]]
          : [],
    )
    // Ten seconds above it are more than the five after which it says so.
    expect(told).toContainEqual([0, '261122093000'])
    expect(told).toContainEqual([3, '261122093021'])
    expect(told).not.toContainEqual([expect.any(Number), '261122093003'])
  })

  it('is written in GBK', () => {
    expect(gbkOf('皖B·7K362').toString('hex')).toBe('cdee42a1a4374b333632')
  })
})
