import type { Text } from '../kernel/text.ts'
import { extraRights, menu } from './routes.ts'

/** Every permission of the product with the name that people read until a site chooses its own. */
export const productPermissions: readonly { code: string; name: string; nameEn: string; kind: string }[] = [
  ...menu.flatMap(({ children }) =>
    children.flatMap(({ name, title }) => [
      { code: name, name: title.zh, nameEn: title.en, kind: 'screen' },
      { code: `${name}:edit`, name: `${title.zh}（修改）`, nameEn: `${title.en} (edit)`, kind: 'edit' },
    ]),
  ),
  ...Object.entries(extraRights).map(([code, { zh, en }]) => ({ code, name: zh, nameEn: en, kind: 'right' })),
]

/** What a site added on its own, of which the product knows a code that says nothing to people. */
const another = { name: '其他权限', nameEn: 'another permission' } as const

/** What people call any one of some permissions: screens by their titles, never by a code. */
export const permissionNames = (codes: readonly string[]): Text => {
  const known = codes.map((code) => productPermissions.find((one) => one.code === code) ?? another)
  const once = (names: readonly string[]): string => [...new Set(names)].join(' / ')
  return { zh: once(known.map(({ name }) => name)), en: once(known.map(({ nameEn }) => nameEn)) }
}
