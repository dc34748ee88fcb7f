import type { Text } from '@vigil/contract/kernel/text.ts'
import { extraRights, menu } from '@vigil/contract/site/routes.ts'

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

/** What people call a permission; anything else as it is. */
export const permissionName = (code: string | Text): string | Text => {
  const known = productPermissions.find((one) => one.code === code)
  return known ? { zh: known.name, en: known.nameEn } : code
}
