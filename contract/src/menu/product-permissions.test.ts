import { expect, it } from 'vitest'
import { permissionNames } from './product-permissions.ts'

it('permissions are called by the titles of their screens, each once, and never by a code', () => {
  expect(permissionNames(['hatMgmt', 'logMgmt:edit'])).toEqual({
    zh: '智能安全帽 / 系统日志（修改）',
    en: 'Smart helmets / System log (edit)',
  })
  expect(permissionNames(['crane:lift', 'crane:turn'])).toEqual({ zh: '其他权限', en: 'another permission' })
})
