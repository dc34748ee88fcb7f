import type { Text } from '@vigil/contract/kernel/text.ts'
import { menu } from '@vigil/contract/menu/routes.ts'
import { addressOf } from '../../shared/routes/address.ts'
import type { ScreenName } from '../../shared/screens/screen.ts'

/** Where a screen stands. */
export interface Page {
  readonly name: ScreenName
  readonly path: string
  readonly title: Text
  /** Title of its group in the menu; null for home. */
  readonly group: Text | null
}

export const homePath = '/home'
export const loginPath = '/login'
export const notFoundPath = '/404'

export const homePage: Page = { name: 'home', path: homePath, title: { zh: '首页', en: 'Home' }, group: null }

/** Every screen of the console: home, then the menu in its order; a child's address is `/group/routeName`. */
export const pages: readonly Page[] = [
  homePage,
  ...menu.flatMap(({ title: group, children }) =>
    children.map(({ name, title }): Page => ({ name, path: addressOf(name), title, group })),
  ),
]

const byPath = new Map(pages.map((page) => [page.path, page]))

/** The screen at an address without its query; a slash at the end changes nothing. */
export const pageAt = (pathname: string): Page | null => byPath.get(pathname.replace(/(.)\/+$/, '$1')) ?? null
