import { innerScreens, menu, type InnerRouteName, type RouteName } from '@vigil/contract/menu/routes.ts'

const paths = new Map<string, string>([
  ...menu.flatMap(({ path, children }) => children.map(({ name }): [string, string] => [name, `${path}/${name}`])),
  ...innerScreens.map(({ path, name }): [string, string] => [name, `${path}/${name}`]),
])

/** What a link says to the screen it opens; what is null or undefined is left out. */
export type AddressQuery = Readonly<Record<string, string | number | null | undefined>>

/** The address of a screen: `/alarmMgmt/alarmHisMgmt?alarmType=1`. */
export const addressOf = (name: RouteName | InnerRouteName, query: AddressQuery = {}): string => {
  const params = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) if (value !== null && value !== undefined) params.set(key, String(value))
  const search = params.toString()
  return `${paths.get(name) ?? '/'}${search ? `?${search}` : ''}`
}
