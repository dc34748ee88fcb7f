import type { Language, Text } from '@vigil/contract/kernel/text.ts'
import { extraRights, menu } from '@vigil/contract/menu/routes.ts'
import type { Rank } from '../../shared/find/pinyin.ts'

/** One line: a screen with its two boxes, or a right that stands for itself. */
export interface PermissionLine {
  readonly code: string
  readonly name: string
  /** The permission to change what the screen shows; null where there is nothing but the right. */
  readonly edit: string | null
}
export interface PermissionGroup {
  readonly key: string
  readonly title: string
  readonly lines: readonly PermissionLine[]
}

/** A permission as the site names it. */
interface Named {
  readonly code: string
  readonly name: string
  readonly nameEn: string
  readonly kind: string
}

const rights: Text = { zh: '操作权限', en: 'Action permissions' }
const custom: Text = { zh: '自定义权限', en: 'Custom permissions' }

/** Every permission in the order of the menu, under the names that the site gave them; then the rights, then its own. */
export const permissionGroups = (named: readonly Named[], language: Language): PermissionGroup[] => {
  const names = new Map(named.map((one) => [one.code, language === 'en' && one.nameEn !== '' ? one.nameEn : one.name]))
  const nameOf = (code: string, title: Text): string => names.get(code) ?? title[language]
  const own = named.filter(({ kind }) => kind === 'custom')
  return [
    ...menu.map(({ path, title, children }) => ({
      key: path,
      title: title[language],
      lines: children.map((screen) => ({
        code: screen.name,
        name: nameOf(screen.name, screen.title),
        edit: `${screen.name}:edit`,
      })),
    })),
    {
      key: 'rights',
      title: rights[language],
      lines: Object.entries(extraRights).map(([code, title]) => ({ code, name: nameOf(code, title), edit: null })),
    },
    ...(own.length === 0
      ? []
      : [
          {
            key: 'custom',
            title: custom[language],
            lines: own.map(({ code, name }) => ({ code, name: names.get(code) ?? name, edit: null })),
          },
        ]),
  ]
}

/** The groups with the lines whose name or code is meant; a group that is meant itself keeps all of them. */
export const foundGroups = (groups: readonly PermissionGroup[], search: string, rank: Rank): PermissionGroup[] => {
  const query = search.trim()
  if (query === '') return [...groups]
  return groups.flatMap((group) => {
    if (rank(group.title, query) !== null) return [group]
    const lines = group.lines.filter(
      ({ name, code }) => rank(name, query) !== null || code.toLowerCase().includes(query.toLowerCase()),
    )
    return lines.length > 0 ? [{ ...group, lines }] : []
  })
}

const suffix = ':edit'

/** Whoever changes what a screen shows has to see it, and who no longer sees it changes nothing. */
export const withPermission = (granted: readonly string[], code: string, on: boolean): string[] => {
  const seen = code.endsWith(suffix) ? code.slice(0, -suffix.length) : code
  if (on) return [...new Set([...granted, seen, code])]
  return granted.filter((one) => one !== code && !(code === seen && one === `${seen}${suffix}`))
}

export type Column = 'see' | 'edit'
const codesOf = (lines: readonly PermissionLine[], column: Column): string[] =>
  lines.flatMap(({ code, edit }) => (column === 'see' ? [code] : edit === null ? [] : [edit]))

/** How much of a column of a group is granted. */
export const columnState = (
  granted: ReadonlySet<string>,
  lines: readonly PermissionLine[],
  column: Column,
): 'all' | 'some' | 'none' => {
  const codes = codesOf(lines, column)
  const count = codes.filter((code) => granted.has(code)).length
  if (count === 0) return 'none'
  return count === codes.length ? 'all' : 'some'
}

/** Grants or takes back a column of a group; what one may not grant stays as it is. */
export const withColumn = (
  granted: readonly string[],
  lines: readonly PermissionLine[],
  column: Column,
  on: boolean,
  mayGrant: (code: string) => boolean,
): string[] =>
  codesOf(lines, column).reduce<string[]>(
    (before, code) => {
      const seen = code.endsWith(suffix) ? code.slice(0, -suffix.length) : code
      return on && !(mayGrant(code) && mayGrant(seen)) ? before : withPermission(before, code, on)
    },
    [...granted],
  )
