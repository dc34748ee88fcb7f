import { z } from 'zod'
import { declaredDomains } from '../collected/domains.ts'
import { declaredSettings } from '../collected/settings.ts'
import { inOrder, joined } from '../kernel/domain.ts'
import { noun } from '../kernel/noun.ts'
import type { Settings } from '../kernel/setting.ts'

/** What may be chosen; within a part of the form it stands in the order of the domains. */
const declared = joined(inOrder(declaredDomains, declaredSettings))

const byParts = <S extends Settings>(all: S): S =>
  Object.fromEntries(Object.entries(all).toSorted(([, one], [, other]) => one.group.order - other.group.order)) as S

/** One record with all settings as its fields. */
export const settingsRecord = <const S extends Settings & Readonly<Record<'name', unknown>>>(all: S) =>
  noun({
    name: 'site',
    word: { zh: '站点', en: 'site' },
    words: { zh: '站点', en: 'sites' },
    route: 'siteMgmt',
    fields: byParts(all),
    title: 'name',
    key: 'name',
    search: [],
    imports: false,
  })

type AsSent<Shape> = {
  [Name in keyof Shape]: Shape[Name] extends z.ZodDefault<infer Inner extends z.ZodType>
    ? z.ZodOptional<Inner>
    : z.ZodOptional<Shape[Name] & z.ZodType>
}
/**
 * What a save may leave out, which then stays as it is: a page that was loaded before an update knows nothing of newer settings, and a
 * default in its place would be taken for a choice.
 */
export const asSent = <const Shape extends z.ZodRawShape>(saved: Shape): AsSent<Shape> =>
  Object.fromEntries(
    Object.entries(saved).map(([name, one]) => [name, z.optional(one instanceof z.ZodDefault ? one.unwrap() : one)]),
  ) as unknown as AsSent<Shape>

/** What holds for the whole site. */
export const siteSettings = settingsRecord(declared)
export type Site = z.output<(typeof siteSettings)['record']>
