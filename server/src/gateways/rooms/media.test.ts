import { expect, it, onTestFinished } from 'vitest'
import { RTCPeerConnection, usePCMU as pcmu, useVP8 as vp8 } from 'werift'
import { hearing, speaking } from '../../../test/room-member.ts'
import { createMedia, type MediaPlace } from './media.ts'

/** Of what somebody is told who publishes at such a place, and who hears him: the addresses and ports at which the server is to be reached. */
const toldAt = async (place: MediaPlace): Promise<{ address: string; port: number }[]> => {
  const media = createMedia(place, (problem) => expect.fail(String(problem)))
  const speaker = new RTCPeerConnection({ codecs: { audio: [pcmu()], video: [vp8()] }, iceServers: [] })
  for (const kind of ['audio', 'video'] as const) speaker.addTransceiver(kind, { direction: 'sendonly' })
  await speaker.setLocalDescription(await speaker.createOffer())
  const publisher = await media.publish(speaker.localDescription?.sdp ?? '', () => expect.fail('it breaks'))
  const subscriber = await publisher.subscribe(() => expect.fail('it breaks'))
  await Promise.all([subscriber.close(), publisher.close(), speaker.close()])
  return [publisher.answer, subscriber.offer].flatMap((sdp) => {
    const candidates = sdp.split('\r\n').filter((line) => line.startsWith('a=candidate:'))
    expect(candidates.length).toBeGreaterThan(0)
    return candidates.map((line) => ({ address: line.split(' ')[4] ?? '', port: Number(line.split(' ')[5]) }))
  })
}

it('says no address but the one that it was given, and takes its ports of the range', async () => {
  const told = await toldAt({ address: '192.0.2.7', ports: [42_100, 42_119] })
  for (const { address, port } of told) {
    expect(address).toBe('192.0.2.7')
    expect(port).toBeGreaterThanOrEqual(42_100)
    expect(port).toBeLessThanOrEqual(42_119)
  }
})

it('is reached at this very machine where it was given none', async () => {
  expect((await toldAt({ address: '', ports: null })).map(({ address }) => address)).toContain('127.0.0.1')
})

it('tells of a connection that stands and carries nothing, not of one by which nothing is sent', async () => {
  const media = createMedia({ address: '', ports: null }, (problem) => expect.fail(String(problem)), 2_000)
  const speaker = async () => {
    const { connection, offer, speak } = await speaking()
    const publisher = await media.publish(offer, () => expect.fail('it breaks'))
    await connection.setRemoteDescription({ type: 'answer', sdp: publisher.answer })
    const hush = speak()
    onTestFinished(async () => {
      hush()
      await Promise.all([publisher.close(), connection.close()])
    })
    return { publisher, hush }
  }
  const broken: string[] = []
  const listener = async (name: string, { publisher }: Awaited<ReturnType<typeof speaker>>) => {
    const subscriber = await publisher.subscribe(() => broken.push(name))
    const { connection, counted, answer } = await hearing(subscriber.offer)
    await subscriber.accept(answer)
    onTestFinished(async () => void (await Promise.all([subscriber.close(), connection.close()])))
    await expect.poll(() => counted.audio, { timeout: 30_000 }).toBeGreaterThan(0)
    return { connection, counted }
  }
  const [loud, soft] = [await speaker(), await speaker()]
  const [well, deaf] = [await listener('well', loud), await listener('deaf', loud)]
  await listener('quiet', soft)
  const hears = async (more: number): Promise<void> => {
    const before = well.counted.audio
    await expect.poll(() => well.counted.audio, { timeout: 30_000 }).toBeGreaterThan(before + more)
  }
  soft.hush()
  await hears(100)
  // Whether its way stands it says as before; what comes by it is lost, as where it had come to other keys.
  for (const { connection } of deaf.connection.iceTransports) connection.onData.allUnsubscribe()
  await expect.poll(() => broken, { timeout: 30_000 }).toEqual(['deaf'])
  await hears(100)
  expect(broken).toEqual(['deaf'])
})
