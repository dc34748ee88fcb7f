import { describe, expect, it } from 'vitest'
import { generatePassword, passwordProblem } from './passwords.ts'

describe('a password', () => {
  it('is told what is wrong with it as the server would', () => {
    expect(passwordProblem('short-1', '')).toMatchObject({ zh: '密码至少 10 个字符' })
    expect(passwordProblem('my-LISI-pass', 'lisi')).toMatchObject({ zh: '密码不能包含账号' })
    expect(passwordProblem('aaaaaaaaaaab', '')).toMatchObject({ zh: '密码太简单' })
    expect(passwordProblem('quiet-river-9', 'lisi')).toBeNull()
    // No user name is in no password.
    expect(passwordProblem('quiet-river-9', '')).toBeNull()
  })

  it('is made so that it passes, can be read out, and differs each time', () => {
    const made = Array.from({ length: 50 }, () => generatePassword())
    expect(new Set(made).size).toBe(50)
    for (const password of made) {
      expect(password).toMatch(/^[A-HJ-NP-Za-km-np-z2-9]{4}(-[A-HJ-NP-Za-km-np-z2-9]{4}){2}$/)
      expect(passwordProblem(password, '')).toBeNull()
    }
  })

  it('is drawn from the whole alphabet', () => {
    expect(generatePassword(() => 0)).toBe('AAAA-AAAA-AAAA')
    expect(generatePassword((below) => below - 1)).toBe('9999-9999-9999')
  })
})
