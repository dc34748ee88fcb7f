import type { Text } from '../kernel/text.ts'
import { extraRights, menu } from './routes.ts'

/** Every permission of the product with the name that people read until a site chooses its own. */
export const productPermissions: readonly { code: string; name: string; nameEn: string; kind: string }[] = [
  ...menu.flatMap(({ children }) =>
    children.flatMap(({ name, title }) => [
      { code: name, name: title.zh, nameEn: title.en, kind: 'screen' },
      { code: `${name}:edit`, name: `${title.zh}（修改）`, nameEn: `${title.en}: change`, kind: 'edit' },
    ]),
  ),
  ...Object.entries(extraRights).map(([code, { zh, en }]) => ({ code, name: zh, nameEn: en, kind: 'right' })),
]

/** What people call any one of some permissions; what the product does not know stands as it is. */
export const permissionNames = (codes: readonly string[]): Text => {
  const known = codes.map((code) => productPermissions.find((one) => one.code === code) ?? { name: code, nameEn: code })
  return { zh: known.map(({ name }) => name).join(' / '), en: known.map(({ nameEn }) => nameEn).join(' / ') }
}
