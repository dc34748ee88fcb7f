import { beforeEach, describe, expect, it, vi } from 'vitest'
import { causeOf, createSoftphone, mediaCauseOf, type Call, type Leg, type LegEvents } from './softphone.ts'

const done = () => Promise.resolve()
const legs: { leg: Leg; events: LegEvents; address: string }[] = []
const said: string[] = []
const warned: string[] = []
const sent: string[] = []
let call: Call | null = null
let [isRegistered, isAnonymous] = [true, false]

const makeLeg = (address: string, events: LegEvents): Leg => {
  const leg: Leg = {
    accept: vi.fn(done),
    reject: vi.fn(done),
    cancel: vi.fn(done),
    bye: vi.fn(done),
    hold: vi.fn(done),
    mute: vi.fn(),
    tone: vi.fn(done),
    requestPicture: vi.fn(done),
    release: vi.fn(),
  }
  legs.push({ leg, events, address })
  return leg
}
const phoneOf = () =>
  createSoftphone({
    line: {
      get isAnonymous() {
        return isAnonymous
      },
      isRegistered: () => isRegistered,
      host: 'vigil.local',
      invite: (address, events) => {
        if (address.includes(' ')) throw new Error('no SIP address')
        return makeLeg(address, events)
      },
      message: (address, text) => {
        sent.push(`${address} ${text}`)
        return Promise.resolve()
      },
    },
    warn: (text) => void warned.push(text),
    emit: (event, detail) => void said.push(detail === undefined ? event : `${event} ${detail}`),
    onChange: (now) => {
      call = now
    },
    now: () => 1_000,
  })
const ring = (phone: ReturnType<typeof phoneOf>) =>
  phone.ring((events) => makeLeg('incoming', events), { number: '30001', name: '陈国强' })
const last = () => legs.at(-1) ?? expect.fail('no leg')
/** A call that both speak in. */
const connected = () => {
  const phone = phoneOf()
  phone.call('30001', '陈国强')
  last().events.onAccepted()
  return phone
}

beforeEach(() => {
  for (const list of [legs, said, warned, sent]) list.length = 0
  call = null
  isRegistered = true
  isAnonymous = false
})

describe('a call that is placed', () => {
  it('goes from new over connecting and connected to completed, and asks the device for a picture', () => {
    const phone = phoneOf()
    expect(phone.current()).toBeNull()
    expect(phone.call('30001', '陈国强')).toBe('placed')
    expect(last().address).toBe('30001@vigil.local')
    const states = [call?.state]
    last().events.onProgress()
    states.push(call?.state)
    last().events.onAccepted()
    states.push(call?.state)
    expect(last().leg.requestPicture).toHaveBeenCalledOnce()
    last().events.onEnded('ended')
    states.push(call?.state)
    expect(states).toEqual(['new', 'connecting', 'connected', 'completed'])
    expect(last().leg.release).toHaveBeenCalledOnce()
    expect(said).toEqual(['connected', 'ended ended'])
  })

  it('needs a registration, unless nobody has an address of his own', () => {
    isRegistered = false
    const phone = phoneOf()
    expect(phone.call('30001', '')).toBe('notRegistered')
    expect([legs.length, warned]).toEqual([0, ['a registered user agent is needed for calling']])
    isAnonymous = true
    expect(phone.call('30001@elsewhere', '')).toBe('placed')
    expect(last().address).toBe('30001@elsewhere')
  })

  it('to what is no address is over at once', () => {
    const phone = phoneOf()
    phone.call('30 001', '')
    expect(call).toMatchObject({ state: 'completed', cause: 'notFound' })
    expect(phone.call('30001', '')).toBe('placed')
  })

  it('is the only one: another is placed only from null or completed', () => {
    const phone = phoneOf()
    phone.call('1', '')
    for (const step of [() => undefined, last().events.onProgress, last().events.onAccepted]) {
      step()
      expect(phone.call('2', '')).toBe('busy')
    }
    expect(warned).toEqual(Array.from({ length: 3 }, () => 'only one call at a time'))
    phone.hangUp()
    expect(phone.call('2', '')).toBe('placed')
    // What the first still says changes nothing of the second.
    legs[0]?.events.onAccepted()
    legs[0]?.events.onEnded('ended')
    expect(call).toMatchObject({ state: 'new', peer: { number: '2' } })
  })

  it('is cancelled before it is connected, and ended with a bye after', () => {
    const phone = phoneOf()
    phone.call('1', '')
    phone.hangUp()
    expect(last().leg.cancel).toHaveBeenCalledOnce()
    expect(call).toMatchObject({ state: 'completed', cause: 'cancelled' })
    phone.call('1', '')
    last().events.onAccepted()
    phone.hangUp()
    expect(last().leg.bye).toHaveBeenCalledOnce()
    expect(call?.cause).toBe('ended')
    phone.hangUp()
    expect(warned).toEqual(['no active call to hang up'])
  })
})

describe('a call that comes', () => {
  it('is answered once, or rejected, and neither after it is connected', async () => {
    const phone = phoneOf()
    await phone.answer()
    ring(phone)
    expect([call?.direction, call?.state, said]).toEqual(['incoming', 'new', ['ringing']])
    await phone.answer()
    expect(call?.state).toBe('connecting')
    last().events.onAccepted()
    await phone.answer()
    phone.reject()
    expect(warned).toEqual(['no call to answer', 'call already answered', 'call already answered'])
    expect(last().leg.accept).toHaveBeenCalledOnce()
    expect(last().leg.reject).not.toHaveBeenCalled()
  })

  it('is rejected, and by hanging up too', () => {
    const phone = phoneOf()
    ring(phone)
    phone.reject()
    expect(last().leg.reject).toHaveBeenCalledWith(603)
    ring(phone)
    phone.hangUp()
    expect(last().leg.reject).toHaveBeenCalledWith(603)
    expect(call?.state).toBe('completed')
  })

  it('while another goes on is rejected as busy, and that goes on', () => {
    const phone = connected()
    ring(phone)
    expect(last().leg.reject).toHaveBeenCalledWith(486)
    expect(call).toMatchObject({ direction: 'outgoing', state: 'connected' })
    last().events.onEnded('ended')
    expect(call?.state).toBe('connected')
  })

  it('that the microphone fails is over with the reason', async () => {
    const phone = phoneOf()
    ring(phone)
    vi.mocked(last().leg.accept).mockRejectedValueOnce(new DOMException('', 'NotAllowedError'))
    await phone.answer()
    expect(call).toMatchObject({ state: 'completed', cause: 'mediaRefused' })
    expect(last().leg.release).toHaveBeenCalledOnce()
  })
})

describe('while both speak', () => {
  it('it is held and with that muted, and neither twice', async () => {
    const phone = connected()
    await phone.hold()
    await phone.hold()
    expect(call).toMatchObject({ isHeld: true, isMuted: true })
    await phone.unhold()
    await phone.unhold()
    expect(call).toMatchObject({ isHeld: false, isMuted: false })
    expect(vi.mocked(last().leg.hold).mock.calls).toEqual([[true], [false]])
    expect(said).toEqual(['connected', 'mute', 'unmute'])
    expect(warned).toEqual(['cannot hold: it is held already', 'cannot unhold: it is not held'])
  })

  it('that the other side does not hold changes nothing', async () => {
    const phone = connected()
    vi.mocked(last().leg.hold).mockRejectedValueOnce(new Error('488'))
    await phone.hold()
    expect(call).toMatchObject({ isHeld: false, isMuted: false })
  })

  it('it is muted and sends tones', async () => {
    const phone = connected()
    phone.mute()
    phone.unmute()
    await phone.sendTone('5')
    expect(vi.mocked(last().leg.mute).mock.calls).toEqual([[true], [false]])
    expect(said).toEqual(['connected', 'mute', 'unmute', 'dtmf 5'])
  })

  it('and only then', async () => {
    const phone = phoneOf()
    phone.call('1', '')
    phone.mute()
    phone.unmute()
    for (const act of [phone.hold, phone.unhold, () => phone.sendTone('1')]) await act()
    expect(warned).toHaveLength(5)
    const { hold, mute, tone } = last().leg
    for (const act of [hold, mute, tone]) expect(act).not.toHaveBeenCalled()
  })
})

it('a message needs a destination and a body', async () => {
  const phone = phoneOf()
  expect(await phone.sendMessage('', 'come')).toBe(false)
  expect(await phone.sendMessage('30001', ' ')).toBe(false)
  expect(await phone.sendMessage('30001', 'come')).toBe(true)
  expect(sent).toEqual(['30001@vigil.local come'])
  expect(warned).toEqual(['a destination and message are required', 'a destination and message are required'])
})

it.each([
  [[486, 600], 'busy'],
  [[404, 604], 'notFound'],
  [[403, 603], 'rejected'],
  [[480, 410, 408, 430], 'unavailable'],
  [[487], 'cancelled'],
  [[500, 488], 'failed'],
])('%j is %s', (statuses, cause) => {
  expect(statuses.map(causeOf)).toEqual(statuses.map(() => cause))
})
it.each([
  ['NotAllowedError', 'mediaRefused'],
  ['NotFoundError', 'noMicrophone'],
  ['AbortError', 'failed'],
])('%s of the microphone is %s', (name, cause) => {
  expect(mediaCauseOf(new DOMException('', name))).toBe(cause)
  expect(mediaCauseOf(new Error(name))).toBe('failed')
})
