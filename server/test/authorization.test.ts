import { beforeAll, describe, expect, it } from 'vitest'
import { domains } from '@vigil/contract/index.ts'
import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import type { Call } from '@vigil/contract/kernel/call.ts'
import { createClient } from '@vigil/contract/kernel/client.ts'
import { administratorRole, type Permission } from '@vigil/contract/menu/routes.ts'
import { sessionOf } from './session.ts'
import { afterFile } from './ends.ts'
import { createTestSite, type TestSite } from './site.ts'

const calls: readonly Call[] = Object.values(domains).flatMap((domain) => Object.values<Call>(domain))
const guarded = calls.filter(({ needs }) => typeof needs === 'object')

const codeOf = async (site: TestSite, call: Call, token: string | null): Promise<string> => {
  const response = await fetch(`${site.origin}/api${call.path}`, {
    method: call.method,
    headers: {
      ...(call.method === 'POST' ? { 'content-type': 'application/json' } : {}),
      ...(token ? { authorization: token } : {}),
    },
    // A body that no call with fields accepts: who may make the call gets past the door and changes nothing.
    ...(call.method === 'POST' ? { body: '"nothing of use"' } : {}),
  })
  expect(response.status, call.path).toBeLessThan(500)
  return ((await response.json()) as { code: string }).code
}

describe('every call of the contract', () => {
  let site: TestSite
  beforeAll(async () => {
    site = await createTestSite({}, afterFile)
  })
  const each = async (list: readonly Call[], token: string | null): Promise<Record<string, string>> => {
    const codes: Record<string, string> = {}
    await Promise.all(
      list.map(async (call) => {
        codes[call.path] = await codeOf(site, call, token)
      }),
    )
    return codes
  }
  const without = (codes: Record<string, string>, code: string): string[] =>
    Object.keys(codes).filter((path) => codes[path] !== code)

  it('turns a stranger away, and whose session ended', async () => {
    const closed = calls.filter(({ needs }) => needs !== 'public')
    expect(closed.length).toBeGreaterThan(200)
    expect(without(await each(closed, null), '10002')).toEqual([])
    expect(without(await each(closed, await sessionOf(site, { role: administratorRole, ended: true })), '10002')).toEqual([])
  })

  it('answers nobody whose first password is still to be changed, but for the calls that changing it needs', async () => {
    const token = await sessionOf(site, { role: administratorRole, mustChange: true })
    const closed = calls.filter(({ needs, beforePasswordChange }) => needs !== 'public' && !beforePasswordChange)
    expect(without(await each(closed, token), 'passwordMustChange')).toEqual([])
  })

  // Opening one more call to everybody is a decision: it is taken here too.
  it('asks for a permission, but for those that everybody or every session may make', () => {
    const named = (needs: Call['needs']) =>
      calls.filter((call) => call.needs === needs && call.planned !== true).map(({ path }) => path.split('/').at(-1) ?? '')
    expect(named('public')).toEqual(['login', 'getVisitBooking', 'bookVisit', 'getOwnVisit', 'ackVisitBriefing', 'getWelcome'])
    expect(named('signedIn').toSorted()).toEqual([
      'cancelTransferById',
      'createQrCode',
      'createTemplate',
      'endOwnSession',
      'getBasemap',
      'getDictItemByCode',
      'getInfo',
      'getSipAccount',
      'getSite',
      'getTransferById',
      'listAlarmStaNumberByArea',
      'listAlarmStaNumberByType',
      'listDeptNodeAll',
      'listDictItemByPid',
      'listOnlineStaNumber',
      'listOwnSessions',
      'listSheetNounAll',
      'listUnHandleCount',
      'listVisitorStaNumber',
      'listZdTrafficStaNumber',
      'logout',
      'openWall',
      'previewImport',
      'saveSipPasswordShown',
      'startExport',
      'startImport',
      'unlockScreen',
      'updatePassword',
    ])
  })

  it('refuses who holds no permission at all, and who holds every one but those it names', async () => {
    expect(without(await each(guarded, await sessionOf(site, {})), 'forbidden')).toEqual([])
    const needed = new Map<string, Call[]>()
    for (const call of guarded) {
      const key = JSON.stringify((call.needs as { anyOf: readonly Permission[] }).anyOf)
      needed.set(key, [...(needed.get(key) ?? []), call])
    }
    const all = new Set(guarded.flatMap(({ needs }) => (needs as { anyOf: readonly Permission[] }).anyOf))
    for (const [key, list] of needed) {
      const named = new Set(JSON.parse(key) as Permission[])
      const token = await sessionOf(site, { permissions: [...all].filter((permission) => !named.has(permission)) })
      expect(without(await each(list, token), 'forbidden'), key).toEqual([])
    }
  })

  it.each([
    ['zh', '没有权限：智能安全帽（修改）'],
    ['en', 'You do not have the permission: Smart helmets (edit)'],
  ] as const)('names what is missing as people do (%s)', async (language, said) => {
    const token = await sessionOf(site, { permissions: ['hatMgmt'] })
    const client = createClient({ origin: site.origin, token: () => token, language: () => language })
    const refused = await client.send(deviceCalls.saveBsHat, { hatNo: '无权', imei: '1' })
    expect([refused.code, refused.msg]).toEqual(['forbidden', said])
  })

  it('lets in who holds any one of the permissions it names, and both administrators', async () => {
    const tokens = new Map<Permission, string>()
    for (const call of guarded) {
      for (const permission of (call.needs as { anyOf: readonly Permission[] }).anyOf) {
        const token = tokens.get(permission) ?? (await sessionOf(site, { permissions: [permission] }))
        tokens.set(permission, token)
        expect(['forbidden', '10002'], `${permission} ${call.path}`).not.toContain(await codeOf(site, call, token))
      }
    }
    const administrator = await sessionOf(site, { role: administratorRole })
    const codes = await each(guarded, administrator)
    expect(Object.keys(codes).filter((path) => codes[path] === 'forbidden')).toEqual([])
  })

  it('gives the qt account nothing beyond its permissions', async () => {
    expect(without(await each(guarded, await sessionOf(site, { workNum: 'qt' })), 'forbidden')).toEqual([])
  })
})
