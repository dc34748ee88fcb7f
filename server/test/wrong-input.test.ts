import { expect, it } from 'vitest'
import { accountCalls } from '@vigil/contract/accounts/calls.ts'
import { user } from '@vigil/contract/accounts/user.ts'
import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { hat } from '@vigil/contract/devices/hat.ts'
import type { Call } from '@vigil/contract/kernel/call.ts'
import type { Noun } from '@vigil/contract/kernel/noun.ts'
import { camera } from '@vigil/contract/video/camera.ts'
import { videoCalls } from '@vigil/contract/video/calls.ts'
import { createTestSite } from './site.ts'
import { isSentence, wrongValues } from './wrong-values.ts'

it('whatever is wrong with a field is answered in one sentence that begins with its label, in the language that is asked for', async () => {
  const site = await createTestSite()
  const send = async ({ path }: Call, body: unknown, language: string) => {
    const response = await fetch(`${site.origin}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: site.adminToken, 'accept-language': language },
      body: JSON.stringify(body),
    })
    return (await response.json()) as {
      readonly code: string
      readonly msg: string
      readonly data: { readonly field: string } | null
    }
  }
  const nouns: readonly (readonly [Noun, Call, Readonly<Record<string, unknown>>])[] = [
    [hat, deviceCalls.saveBsHat, { hatNo: 'A', imei: '864901040093271' }],
    [user, accountCalls.saveUser, { cname: 'A', workNum: 'A' }],
    [camera, videoCalls.saveBsCamera, { name: 'A', gbDeviceId: '3'.repeat(20) }],
  ]
  const refused = new Set<string>()
  const strange: string[] = []
  for (const [{ fields }, call, right] of nouns)
    for (const [name, { label }] of Object.entries(fields))
      for (const value of wrongValues)
        for (const language of ['zh', 'en'] as const) {
          const { code, msg, data } = await send(call, { ...right, [name]: value }, language)
          // One that is right by itself may ask for another field, which is then the one that is named.
          if (code !== 'invalidInput' || data?.field.split('.')[0] !== name) continue
          refused.add(`${call.path} ${name}`)
          if (!isSentence(msg, label[language], language)) strange.push(msg)
        }
  expect(strange).toEqual([])
  expect(refused.size).toBe(nouns.reduce((sum, [{ fields }]) => sum + Object.keys(fields).length, 0))
})
