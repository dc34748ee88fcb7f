import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

interface Manifest {
  readonly name: string
  readonly version: string
  readonly license?: string
  readonly dependencies?: Readonly<Record<string, string>>
}

/** A package of others with its licence, an SPDX expression or the words of its author. */
export interface Package {
  readonly name: string
  readonly version: string
  readonly licence: string
}

const manifestIn = (folder: string): Manifest => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest

export const versionOf = (folder: string): string => manifestIn(folder).version

/** Where a package that another asks for is installed: beside it or above; null for one that this machine has no use for. */
const folderOf = (name: string, from: string): string | null => {
  const folder = join(from, 'node_modules', name)
  if (existsSync(join(folder, 'package.json'))) return folder
  const above = dirname(from)
  return above === from ? null : folderOf(name, above)
}

/** Everything that server and console run with, by name, what comes along with it included. */
export const aboutPackages = (): Package[] => {
  const found = new Map<string, Package>()
  const visit = (folder: string): void => {
    for (const name of Object.keys(manifestIn(folder).dependencies ?? {})) {
      const place = folderOf(name, folder)
      if (place === null) continue
      const { version, license = '' } = manifestIn(place)
      const key = `${name} ${version}`
      if (found.has(key)) continue
      if (!name.startsWith('@vigil/')) found.set(key, { name, version, licence: license })
      visit(place)
    }
  }
  for (const part of ['console', 'server']) visit(resolve(import.meta.dirname, '..', part))
  return [...found.values()].toSorted((a, b) => a.name.localeCompare(b.name) || a.version.localeCompare(b.version))
}
