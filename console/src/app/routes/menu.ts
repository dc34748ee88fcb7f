import type { UserInfo } from '@vigil/contract/session/calls.ts'
import { menu } from '@vigil/contract/menu/routes.ts'
import type { Text } from '@vigil/contract/kernel/text.ts'
import { addressOf } from '../../shared/routes/address.ts'
import { holds } from '../../shared/session/session.ts'
import type { Page } from './pages.ts'

export interface MenuGroup {
  readonly path: string
  readonly title: Text
  readonly children: readonly Page[]
}

/** The menu a user sees: children by permission, groups only while a child is left. */
export const menuFor = (user: UserInfo | null): readonly MenuGroup[] =>
  menu
    .map(
      ({ path, title, children }): MenuGroup => ({
        path,
        title,
        children: children
          .filter(({ name }) => holds(user, name))
          .map((child) => ({ name: child.name, title: child.title, path: addressOf(child.name), group: title })),
      }),
    )
    .filter(({ children }) => children.length > 0)
