import { describe, expect, it } from 'vitest'
import { missingPrograms, relaysFor } from '../../../../e2e/support/sip-engine.ts'
import { engineOf, relayLogin } from './engine.ts'

const secret = 's'.repeat(40)
const turn = { host: 'turn.example:3478', secret }
const missing = missingPrograms(['turnserver', 'turnutils_uclient'])
if (missing.length > 0)
  console.log(`未运行：coturn 中继，未安装 / did not run: relaying by coturn, not installed: ${missing.join(' ')}`)

describe('the login of a relay', () => {
  it('is the same for a week, another for each number, and none where there is no relay', () => {
    const now = Date.UTC(2026, 10, 28)
    const { turn_user: user, turn_pwd: password, turn_host: host } = relayLogin(turn, '8001', now)
    expect(host).toBe('turn.example:3478')
    const until = Number(user.split(':')[0]) * 1_000
    expect(until - now).toBeGreaterThan(7 * 86_400_000)
    expect(until - now).toBeLessThanOrEqual(14 * 86_400_000)
    expect(relayLogin(turn, '8001', now + 1_000).turn_pwd).toBe(password)
    expect(relayLogin(turn, '8002', now).turn_pwd).not.toBe(password)
    expect(relayLogin(turn, '8001', now + 7 * 86_400_000).turn_user).not.toBe(user)
    expect(relayLogin(null, '8001', now)).toEqual({ turn_host: '', turn_user: '', turn_pwd: '' })
  })

  it('is refused at the start where one of two is missing', () => {
    const none = undefined
    const told = {
      VIGIL_SIP_DOMAIN: 'vigil.local',
      VIGIL_SIP_URL: none,
      VIGIL_SIP_KEY: none,
      VIGIL_STUN_HOST: none,
      VIGIL_TURN_HOST: none,
      VIGIL_TURN_SECRET: none,
    }
    expect(engineOf(told)).toEqual({ domain: 'vigil.local', url: '/sip', key: null, stun: '', turn: null })
    expect(() => engineOf({ ...told, VIGIL_SIP_URL: '/sip' })).toThrow('VIGIL_SIP_KEY')
    expect(() => engineOf({ ...told, VIGIL_TURN_SECRET: secret })).toThrow('VIGIL_TURN_HOST')
  })

  it.skipIf(missing.length > 0)('opens coturn as deploy/ has it, and no other does', async () => {
    const { turn_user: user, turn_pwd: password } = relayLogin(turn, '8001', Date.now())
    const over = relayLogin(turn, '8001', Date.now() - 15 * 86_400_000)
    const logins = [
      { user, password },
      { user, password: 'guessed' },
      { user: over.turn_user, password: over.turn_pwd },
    ]
    expect(await relaysFor(secret, logins)).toEqual([true, false, false])
  })
})
