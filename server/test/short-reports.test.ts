import { expect, it } from 'vitest'
import { createTestSite, deviceKey } from './site.ts'

const imei = '867400000000001'
const report = (more: object = {}): object => ({
  deviceType: 'hat',
  deviceId: imei,
  time: new Date().toISOString(),
  lng: 118.36,
  lat: 31.17,
  ...more,
})
const bodies: readonly (readonly [string, () => string])[] = [
  ['a report', () => JSON.stringify({ reports: [report()] })],
  ['a call for help', () => JSON.stringify({ reports: [report({ sos: 'press' })] })],
  ['one that is wrong beside one that is right', () => JSON.stringify({ reports: [report({ lat: 91 }), report()] })],
  ['one of a device that is not known', () => JSON.stringify({ reports: [report({ deviceId: 'nobody' })] })],
  ['no list', () => '{"reports":1}'],
  ['nothing', () => ''],
  ['what is no JSON', () => '{"reports":['],
]

it('a post of a few bytes and a longer one are answered the same, whatever they say', async () => {
  const site = await createTestSite()
  await site.makeHat(imei)
  const post = async (body: string, language: string) => {
    const response = await fetch(`${site.origin}/ingest/reports`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-device-key': deviceKey, 'accept-language': language },
      body,
    })
    return { status: response.status, answer: await response.json() }
  }
  for (const language of ['zh', 'en'])
    for (const [what, body] of bodies) {
      const short = await post(body(), language)
      // What follows a body makes it longer and says nothing.
      const long = await post(body() + ' '.repeat(4_096), language)
      expect(short, what).toEqual(long)
    }
})
