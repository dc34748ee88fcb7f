import type { UserInfo } from '@vigil/contract/session/calls.ts'
import { menu } from '@vigil/contract/menu/routes.ts'
import type { Text } from '@vigil/contract/kernel/text.ts'
import { holds } from '../../shared/session/session.ts'
import { menuPage, type Page } from './pages.ts'

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
        children: children.filter(({ name }) => holds(user, name)).map((child) => menuPage(child.name, child.title, title)),
      }),
    )
    .filter(({ children }) => children.length > 0)
