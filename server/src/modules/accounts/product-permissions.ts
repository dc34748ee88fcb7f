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
