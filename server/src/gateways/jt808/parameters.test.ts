import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Socket } from 'node:net'
import { parameterNamed, terminalParameters, terminalSettings, writtenId } from '@vigil/contract/devices/terminal-parameter.ts'
import { messageId } from './answers.ts'
import { carry, gone, hearAnswer, hearParameters } from './commands.ts'
import type { Heard } from './context.ts'
import { createFrameReader } from './frame.ts'
import { readMessage, type Message } from './message.ts'
import { askingParameters, readParameters, settingParameters } from './parameters.ts'

const bytes = (hex: string): Buffer => Buffer.from(hex.replaceAll(' ', ''), 'hex')
const messagesIn = (wire: Buffer): Message[] => {
  const found: Message[] = []
  const read = createFrameReader({
    frame: (frame, isSound) => {
      const message = isSound ? readMessage(Buffer.from(frame)) : null
      if (message) found.push(message)
    },
    fault: (fault) => {
      throw new Error(fault)
    },
  })
  read(wire)
  return found
}
const item = (id: number, value: Buffer): Buffer => {
  const head = Buffer.alloc(5)
  head.writeUInt32BE(id, 0)
  head[4] = value.length
  return Buffer.concat([head, value])
}
const told = (serial: number, ...items: readonly Buffer[]): Buffer => {
  const head = Buffer.alloc(3)
  head.writeUInt16BE(serial, 0)
  head[2] = items.length
  return Buffer.concat([head, ...items])
}

/** SmallChi/JT808, src/JT808.Protocol.Test/MessageBody: the values are those that its tests expect. */
describe('a frame of SmallChi/JT808', () => {
  it('tells one parameter (JT808_0x0104Test, Test1_1)', () => {
    const [message] = messagesIn(bytes('7E0104000C000123456789000A00140100000001040000000A907E'))
    expect(readParameters(message?.body ?? Buffer.alloc(0))).toMatchObject({
      serial: 20,
      parameters: [{ id: '0x0001', name: 'heartbeat', type: 'dword', value: 10, hex: '0000000a' }],
    })
  })

  it('sets one (JT808_0x8103Test, Test1_1), and asks for two (JT808_0x8106Test, Test1)', () => {
    const [message] = messagesIn(bytes('7E 81 03 00 0A 00 01 23 45 67 89 00 0A 01 00 00 00 01 04 00 00 00 0A 05 7E'))
    expect(message?.id).toBe(messageId.setParameters)
    expect(settingParameters({ heartbeat: 10 })).toEqual(message?.body)
    expect(askingParameters([1, 2]).toString('hex')).toBe('020000000100000002')
  })
})

describe('parameters', () => {
  it('are written in the width of each, texts in GBK', () => {
    expect(settingParameters({ usualEvery: 30, fenceRadius: 300, plateColour: 2, plate: '皖B12345' }).toString('hex')).toBe(
      '0400000029040000001e0000003102012c0000008401020000008308cdee423132333435',
    )
  })

  it('come back by name in the order of their numbers, strange ones as they are', () => {
    const body = told(
      7,
      item(0xf365, bytes('0102ff')),
      item(0x0083, bytes('cdee4231323334350000')),
      item(0x0055, bytes('00000028')),
      item(0x0012, Buffer.from('secret')),
      item(0x0013, Buffer.from('10.0.0.1')),
      item(0x10000001, bytes('')),
    )
    expect(readParameters(body)).toEqual({
      serial: 7,
      parameters: [
        {
          id: '0x0012',
          name: 'mainPassword',
          zh: '主服务器拨号密码',
          en: expect.any(String),
          type: 'text',
          value: null,
          hex: '',
        },
        {
          id: '0x0013',
          name: 'mainServer',
          zh: '主服务器地址',
          en: 'Main server address',
          type: 'text',
          value: '10.0.0.1',
          hex: '31302e302e302e31',
        },
        { id: '0x0055', name: 'speedLimit', zh: '最高速度', en: 'Speed limit', type: 'dword', value: 40, hex: '00000028' },
        expect.objectContaining({ id: '0x0083', value: '皖B12345' }),
        { id: '0xF365', name: null, zh: '', en: '', type: 'unknown', value: null, hex: '0102ff' },
        { id: '0x10000001', name: null, zh: '', en: '', type: 'unknown', value: null, hex: '' },
      ],
    })
  })

  it('of another form than they should have are told as bytes alone', () => {
    const body = told(1, item(0x0001, bytes('001e')), item(0x0013, bytes('ff80')), item(0x0084, bytes('0202')))
    expect(readParameters(body)?.parameters?.map(({ value, hex }) => [value, hex])).toEqual([
      [null, '001e'],
      [null, 'ff80'],
      [null, '0202'],
    ])
  })

  it.each([
    ['nothing at all', ''],
    ['half a serial', '00'],
  ])('are not in %s', (_, hex) => expect(readParameters(bytes(hex))).toBeNull())
  it.each([
    ['a serial alone', '0007'],
    ['a count without items', '000701'],
    ['an item that ends within its number', '000701000000'],
    ['an item that ends within its value', '0007010000000104000000'],
    ['fewer than counted', '00070200000001040000000a'],
    ['more than counted', '00070100000001040000000aff'],
  ])('are not in %s', (_, hex) => expect(readParameters(bytes(hex))).toEqual({ serial: 7, parameters: null }))

  it('have a number each, and those that are only read cannot be set', () => {
    const all = Object.entries(terminalParameters)
    expect(new Set(all.map(([, { id }]) => id)).size).toBe(all.length)
    for (const [name, { id }] of all) expect(parameterNamed(id)).toBe(name)
    expect(writtenId(0x29)).toBe('0x0029')
    for (const wrong of [
      { mainServer: 'x' },
      { serverPort: 1 },
      {},
      { heartbeat: 4 },
      { heartbeat: '30' },
      { plate: ' ' },
      { strategy: 3 },
    ])
      expect(terminalSettings.safeParse({ id: '1', ...wrong }).success).toBe(false)
    expect(terminalSettings.parse({ id: '1', heartbeat: 30, plate: ' 皖B12345 ' })).toEqual({
      id: '1',
      heartbeat: 30,
      plate: '皖B12345',
    })
  })
})

describe('a command', () => {
  afterEach(() => void vi.useRealTimers())
  const session = () => {
    const wire: Buffer[] = []
    const socket = {
      destroyed: false,
      writableLength: 0,
      destroy: vi.fn<Socket['destroy']>(),
      write: (frame: Uint8Array | string) => wire.push(Buffer.from(frame)) > 0,
    }
    return {
      wire,
      serial: 5,
      terminal: { version: 2013 as const, phone: bytes('013900000042') },
      line: { socket },
      commanded: new Map<number, (heard: Heard) => void>(),
    }
  }
  const answer = (serial: number, id: number, result: number): Buffer => {
    const body = Buffer.alloc(5)
    body.writeUInt16BE(serial, 0)
    body.writeUInt16BE(id, 2)
    body[4] = result
    return body
  }

  it('that a terminal leaves unanswered is given up after eight seconds, and what comes later is heard by nobody', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    const terminal = session()
    const asked = carry(terminal, { name: 'readParameters' })
    // Some say first that they got it.
    hearAnswer(terminal, answer(5, messageId.askAllParameters, 0))
    // Of another question.
    expect(hearParameters(terminal, told(4, item(1, bytes('0000000a'))))).toBe(true)
    await vi.advanceTimersByTimeAsync(7_999)
    expect(terminal.commanded.size).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(await asked).toEqual({ receipt: 'timedOut', fault: null, parameters: [] })
    expect(terminal.commanded.size).toBe(0)
    expect(hearParameters(terminal, told(5, item(1, bytes('0000000a'))))).toBe(true)
  })

  it('ends with its line', async () => {
    const terminal = session()
    const both = [
      carry(terminal, { name: 'readParameters', ids: [1] }),
      carry(terminal, { name: 'setParameters', values: { heartbeat: 30 } }),
    ]
    gone(terminal)
    expect(await Promise.all(both)).toMatchObject([{ receipt: 'offline' }, { receipt: 'offline' }])
    terminal.line.socket.destroyed = true
    expect(await carry(terminal, { name: 'readParameters' })).toMatchObject({ receipt: 'offline' })
  })

  it.each([
    [0, 'accepted', null],
    [1, 'failed', 'refused'],
    [2, 'failed', 'wrong'],
    [3, 'failed', 'unsupported'],
    [9, 'failed', 'refused'],
  ])('to set something that is answered with %i is %s (%s)', async (result, receipt, fault) => {
    const terminal = session()
    const set = carry(terminal, { name: 'setParameters', values: { heartbeat: 30 } })
    hearAnswer(terminal, answer(5, messageId.setParameters, result))
    expect(await set).toEqual({ receipt, fault, parameters: [] })
  })

  it('to tell something fails where the terminal says no, or says what cannot be read', async () => {
    const terminal = session()
    const unsupported = carry(terminal, { name: 'readParameters', ids: [1] })
    hearAnswer(terminal, answer(5, messageId.askParameters, 3))
    expect(await unsupported).toEqual({ receipt: 'failed', fault: 'unsupported', parameters: [] })
    const nonsense = carry(terminal, { name: 'readParameters' })
    expect(hearParameters(terminal, bytes('000601ff'))).toBe(false)
    expect(await nonsense).toEqual({ receipt: 'failed', fault: 'unreadable', parameters: [] })
    expect(messagesIn(Buffer.concat(terminal.wire)).map(({ id, serial, body }) => [id, serial, body.toString('hex')])).toEqual([
      [messageId.askParameters, 5, '0100000001'],
      [messageId.askAllParameters, 6, ''],
    ])
  })
})
