import { raisedGroup } from '@vigil/contract/alarms/raised-settings.ts'
import type { SettingGroup, Settings } from '@vigil/contract/kernel/setting.ts'
import { settingGroups } from '@vigil/contract/menu/setting-groups.ts'
import type { siteSettings } from '@vigil/contract/site/settings.ts'
import type { FormBlockDefinition, FormFieldDefinition, FormGroup } from '../../shared/spec/definitions.ts'
import { MapPreview } from './map-preview.tsx'
import { RaisedSettings } from './raised-settings.tsx'
import { CenterSetting, DefaultPointSetting, HourInput, SettingInput } from './setting-inputs.tsx'

type Noun = typeof siteSettings
type Item = string | FormFieldDefinition<Noun> | FormBlockDefinition

/** Two settings that are one place, by the first of them. */
const places: Readonly<Record<string, { readonly other: string; readonly block: FormBlockDefinition['block'] }>> = {
  centerLng: { other: 'centerLat', block: CenterSetting },
  defaultLng: { other: 'defaultLat', block: DefaultPointSetting },
}
/** What stands in place of all settings of a group. */
const instead = new Map<SettingGroup, FormBlockDefinition>([[raisedGroup, { block: RaisedSettings }]])
/** What stands below the settings of a group. */
const below = new Map<SettingGroup, FormBlockDefinition>([[settingGroups.map, { block: MapPreview }]])

const itemOf = ({ name, as }: Settings[string]): Item => {
  const place = places[name]
  if (place) return { block: place.block }
  if (as.kind === 'number') return { field: name, editor: SettingInput }
  return as.kind === 'text' && as.timeOfDay ? { field: name, editor: HourInput } : name
}

/** The form of settings as their declarations want it: their groups, each with its settings in their order. */
export const settingForm = (fields: Settings): FormGroup<Noun>[] => {
  const halves = new Set(Object.values(places).map(({ other }) => other))
  const all = Object.values(fields)
  return [...new Set(all.map(({ group }) => group))].map((group) => {
    const block = instead.get(group)
    if (block) return { title: group.title, fields: [block] }
    const items = all.filter((one) => one.group === group && !halves.has(one.name)).map(itemOf)
    const more = below.get(group)
    return { title: group.title, fields: [...items, ...(more ? [more] : [])] as FormGroup<Noun>['fields'] }
  })
}
