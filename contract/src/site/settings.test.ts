import { globSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { NamedSetting } from '../kernel/setting.ts'
import { ownSettings } from './own-settings.ts'
import { siteSettings } from './settings.ts'

const isSetting = (value: unknown): value is NamedSetting =>
  typeof value === 'object' && value !== null && 'preset' in value && 'group' in value

/** Every setting that a domain declares, found in its folder. */
const declared = async (): Promise<NamedSetting[]> => {
  const files = globSync('*/settings.ts', { cwd: new URL('..', import.meta.url) }).filter((path) => !path.startsWith('site'))
  const modules = await Promise.all(files.map((path) => import(`../${path}`) as Promise<Readonly<Record<string, unknown>>>))
  const tables: unknown[] = [...modules.flatMap((exported) => Object.values(exported)), ownSettings]
  return tables.flatMap((table) => Object.values(table ?? {}).filter(isSetting))
}

it('has every setting that a domain declares, each by a name of its own', async () => {
  const all = await declared()
  expect(all.length).toBeGreaterThan(15)
  expect(all.map(({ name }) => name).toSorted()).toEqual(Object.keys(siteSettings.fields).toSorted())
})

it.each(Object.entries(siteSettings.fields))(
  '%s: what is preset may be saved, and what is saved is read back',
  (_, { sent, kept, preset }) => {
    expect(kept.parse(sent.parse(preset))).toEqual(preset)
  },
)

it('stands in the order of the form', () => {
  const orders = Object.values(siteSettings.fields).map(({ group }) => group.order)
  expect(orders).toEqual(orders.toSorted((one, other) => one - other))
})
