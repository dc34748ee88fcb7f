import { expect, it } from 'vitest'
import { RTCPeerConnection, usePCMU as pcmu, useVP8 as vp8 } from 'werift'
import { createMedia, type MediaPlace } from './media.ts'

/** Of what somebody is told who publishes at such a place, and who hears him: the addresses and ports at which the server is to be reached. */
const toldAt = async (place: MediaPlace): Promise<{ address: string; port: number }[]> => {
  const media = createMedia(place, (problem) => expect.fail(String(problem)))
  const speaker = new RTCPeerConnection({ codecs: { audio: [pcmu()], video: [vp8()] }, iceServers: [] })
  for (const kind of ['audio', 'video'] as const) speaker.addTransceiver(kind, { direction: 'sendonly' })
  await speaker.setLocalDescription(await speaker.createOffer())
  const publisher = await media.publish(speaker.localDescription?.sdp ?? '')
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
