import { enumeration } from '../kernel/enumeration.ts'
import { field } from '../kernel/field.ts'
import type { AlarmTypeKind } from '../kernel/alarm-type.ts'
import { setting, type Setting } from '../kernel/setting.ts'
import { alarmTypes } from './types.ts'

/** Where a type of alarm is raised. */
export const raisedWhere = enumeration({
  everywhere: { code: 'everywhere', zh: '全部', en: 'Everywhere' },
  areas: { code: 'areas', zh: '所选区域', en: 'Chosen areas' },
  nowhere: { code: 'nowhere', zh: '关闭', en: 'Off' },
})

export const raisedGroup = { title: { zh: '报警类型', en: 'Types of alarms' }, order: 34 } as const

/** Somebody who presses SOS is heard, whatever a site chose. */
const { sos: _, ...switchable } = alarmTypes
type Name = keyof typeof switchable

const whereOf = ({ zh, en, isOffAtFirst }: Pick<AlarmTypeKind, 'zh' | 'en' | 'isOffAtFirst'>) => {
  const preset = isOffAtFirst === true ? raisedWhere.code.nowhere : raisedWhere.code.everywhere
  return setting(field.chosen({ zh: `${zh}报警`, en: `${en}: raised` }, raisedWhere, preset), { group: raisedGroup, preset })
}
const areasOf = ({ zh, en }: { readonly zh: string; readonly en: string }) =>
  setting(field.ids({ zh: `${zh}报警区域`, en: `${en}: areas` }, 'hazardArea', 200), { group: raisedGroup, preset: [] })

type Declared = { readonly [N in Name as `${N}Raised`]: ReturnType<typeof whereOf> } & {
  readonly [N in Name as `${N}Areas`]: ReturnType<typeof areasOf>
}
/** For each type of alarm but SOS two settings: where it is raised, and in which hazard areas where that is chosen. */
export const raisedSettings = Object.fromEntries(
  Object.entries(switchable).flatMap(([name, type]): [string, Setting][] => [
    [`${name}Raised`, whereOf(type)],
    [`${name}Areas`, areasOf(type)],
  ]),
) as Declared

/** The names of both settings of a type of alarm, by its code. */
export const raisedNames: ReadonlyMap<number, { readonly where: `${Name}Raised`; readonly areas: `${Name}Areas` }> = new Map(
  (Object.keys(switchable) as Name[]).map((name) => [
    switchable[name].code,
    { where: `${name}Raised`, areas: `${name}Areas` } as const,
  ]),
)
