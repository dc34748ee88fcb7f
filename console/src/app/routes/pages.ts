import type { Text } from '@vigil/contract/kernel/text.ts'
import { innerScreens, menu, type RouteName } from '@vigil/contract/menu/routes.ts'
import { addressOf } from '../../shared/routes/address.ts'
import type { UserInfo } from '@vigil/contract/session/calls.ts'
import { holds } from '../../shared/session/session.ts'
import type { ScreenName } from '../../shared/screens/screen.ts'

/** Where a screen stands. */
export interface Page {
  readonly name: ScreenName
  readonly path: string
  readonly title: Text
  /** Title of its group in the menu; null for home. */
  readonly group: Text | null
  /** Permissions of which any opens it; null: everybody may. */
  readonly needs: readonly RouteName[] | null
}

export const homePath = '/home'
export const loginPath = '/login'
export const notFoundPath = '/404'

export const homePage: Page = { name: 'home', path: homePath, title: { zh: '首页', en: 'Home' }, group: null, needs: null }

/** A screen of the menu under its group. */
export const menuPage = (name: RouteName, title: Text, group: Text): Page => ({
  name,
  path: addressOf(name),
  title,
  group,
  needs: [name],
})

/** Every screen of the console: home, the menu in its order, what only others lead to; a child's address is `/group/routeName`. */
export const pages: readonly Page[] = [
  homePage,
  ...menu.flatMap(({ title: group, children }) => children.map(({ name, title }) => menuPage(name, title, group))),
  ...innerScreens.map(
    ({ name, title, path, needs }): Page => ({
      name,
      path: addressOf(name),
      title,
      group: menu.find((group) => group.path === path)?.title ?? null,
      needs,
    }),
  ),
]

const byPath = new Map(pages.map((page) => [page.path, page]))

/** Whether somebody may open a screen. */
export const opens = (user: UserInfo | null, { needs }: Page): boolean =>
  needs === null || needs.some((permission) => holds(user, permission))

/** The screen at an address without its query; a slash at the end changes nothing. */
export const pageAt = (pathname: string): Page | null => byPath.get(pathname.replace(/(.)\/+$/, '$1')) ?? null
