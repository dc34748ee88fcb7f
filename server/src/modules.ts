import { readdir } from 'node:fs/promises'
import type { Kernel } from './kernel/kernel.ts'
import type { Doors, Module, ModuleSpec, Site } from './kernel/module.ts'
import { declareReferences } from './kernel/references.ts'
import type { Variables } from './kernel/variables.ts'

/** Each folder in here that declares itself is a part of the server; nobody lists them. */
const rooms = ['modules', 'gateways'] as const

const declaredIn = async (room: string): Promise<ModuleSpec[]> => {
  const folder = new URL(`./${room}/`, import.meta.url)
  const entries = await readdir(folder, { withFileTypes: true })
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  const found = await Promise.all(
    // What several gateways share declares nothing.
    folders
      .filter((name) => name !== 'shared')
      .map(async (name) => (await import(new URL(`${name}/index.ts`, folder).href)) as { readonly domain: ModuleSpec }),
  )
  return found.map(({ domain }) => domain)
}

const allDeclared = async (): Promise<ModuleSpec[]> => (await Promise.all(rooms.map(declaredIn))).flat()

/** What each part of the server is told by the environment. */
export const declaredVariables = async (): Promise<Record<string, Variables>> =>
  Object.fromEntries((await allDeclared()).map(({ name, variables }) => [name, variables]))

/** Whoever is needed comes before who needs him; otherwise by name, so that every start is the same. */
const inOrder = (specs: readonly ModuleSpec[]): ModuleSpec[] => {
  const byName = new Map(specs.map((spec) => [spec.name, spec]))
  const order = new Set<ModuleSpec>()
  const add = (spec: ModuleSpec, asking: readonly string[]): void => {
    if (asking.includes(spec.name)) throw new Error(`modules need each other: ${[...asking, spec.name].join(' → ')}`)
    for (const name of spec.needs) {
      const needed = byName.get(name)
      if (!needed) throw new Error(`${spec.name} needs ${name}, which is not there`)
      add(needed, [...asking, spec.name])
    }
    order.add(spec)
  }
  for (const spec of specs.toSorted((a, b) => (a.name < b.name ? -1 : 1))) add(spec, [])
  return [...order]
}

export interface Modules extends Site {
  /** In the order in which they start; they stop in the opposite one. */
  readonly order: readonly Module[]
}

/** Makes every part of the server that declares itself, with the doors through which they know each other. */
export const createModules = async (kernel: Kernel): Promise<Modules> => {
  const specs = inOrder(await allDeclared())
  for (const { references } of specs) declareReferences(references ?? {})
  const doors: Record<string, unknown> = {}
  const order: Module[] = []
  const site: Site = {
    doors: doors as unknown as Doors,
    nouns: () => order.flatMap((module) => module.nouns ?? []),
    logged: () => new Map(order.flatMap((module) => Object.entries(module.logged ?? {}))),
    gateways: () => order.flatMap((module) => module.gateways ?? []),
  }
  for (const { name, variables, create } of specs) {
    const told = Object.fromEntries(Object.keys(variables).map((variable) => [variable, kernel.config.variables[variable]]))
    const module = create(kernel, site.doors, site, told)
    if (module.door !== undefined) doors[name] = module.door
    order.push(module)
  }
  return { ...site, order }
}
