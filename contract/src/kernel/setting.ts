import type { z } from 'zod'
import { field, type Field } from './field.ts'
import type { Text } from './text.ts'

/** A part of the form on which a site chooses. */
export interface SettingGroup {
  readonly title: Text
  /** Its place: those with lower numbers stand above it. */
  readonly order: number
}

/**
 * Something that holds for the whole site, declared by the domain that goes by it: what is stored, how it is read, the form, the
 * journal and the documentation follow. A save holds from its commit on.
 */
export interface Setting<Sent extends z.ZodType = z.ZodType, Kept extends z.ZodType = z.ZodType> extends Field<Sent, Kept> {
  /** What a site goes by that never chose. */
  readonly preset: z.output<Kept>
  readonly group: SettingGroup
}
/** With its name on the wire, by which it is stored too. */
export type NamedSetting<S extends Setting = Setting> = S & { readonly name: string }
export type Settings = Readonly<Record<string, NamedSetting>>

interface Place<Preset> {
  readonly group: SettingGroup
  readonly preset: Preset
}

/** A field as a setting. */
export const setting = <S extends z.ZodType, K extends z.ZodType>(
  of: Field<S, K>,
  { group, preset }: Place<z.output<K>>,
): Setting<S, K> => ({ ...of, group, preset })

export const units = {
  seconds: { zh: '秒', en: 's' },
  minutes: { zh: '分钟', en: 'min' },
  days: { zh: '天', en: 'days' },
  percent: { zh: '%', en: '%' },
} as const satisfies Readonly<Record<string, Text>>

interface NumberSetting extends Place<number> {
  readonly unit: Text
  /** The least and the most. */
  readonly range: readonly [min: number, max: number]
  /** Said behind its range and its preset. */
  readonly besides?: Text
}

/** A whole number, with its range and what it is unless somebody chooses otherwise under it. */
export const numberSetting = (
  label: Text,
  { unit, range: [min, max], preset, group, besides = { zh: '', en: '' } }: NumberSetting,
) => {
  const hint = {
    zh: `${min}–${max} ${unit.zh}，默认 ${preset}${besides.zh}`,
    en: `${min}–${max} ${unit.en}, default ${preset}${besides.en}`,
  }
  return setting(field.presetNumber(label, { min, max, unit, preset, hint }), { group, preset })
}

/** Names the settings of a domain. */
export const settings = <const S extends Readonly<Record<string, Setting>>>(
  declared: S,
): { readonly [Name in keyof S & string]: S[Name] & { readonly name: Name } } =>
  Object.fromEntries(Object.entries(declared).map(([name, one]) => [name, { ...one, name }])) as {
    readonly [Name in keyof S & string]: S[Name] & { readonly name: Name }
  }
