import {
  settingOf,
  terminalParameters,
  type ParameterName,
  type SettableName,
  type TerminalParameter,
  type TerminalSettings,
} from '@vigil/contract/devices/terminal-parameter.ts'

type Value = number | string
/** What was typed in place of what a terminal told, by name. */
export type TerminalDraft = Partial<Record<SettableName, Value>>

const isNamed = (name: string | null): name is ParameterName => name !== null && name in terminalParameters
/** Under which name a parameter is set; null for one that is only read. */
export const settableName = ({ name }: Pick<TerminalParameter, 'name'>): SettableName | null =>
  isNamed(name) && settingOf(terminalParameters[name]) !== null ? (name as SettableName) : null

/** With what was typed for one; what is empty, or as it was told, is no change. */
export const typed = (
  draft: TerminalDraft,
  { name, told, value }: { readonly name: SettableName; readonly told: TerminalParameter['value']; readonly value: Value | null },
): TerminalDraft => {
  const { [name]: _before, ...others } = draft
  return value === null || value === '' || value === told ? others : { ...others, [name]: value }
}

/** Those of what was typed that the terminal has told, in its order: what is sent. */
export const changesIn = (draft: TerminalDraft, parameters: readonly TerminalParameter[]): TerminalSettings =>
  Object.fromEntries(
    parameters.flatMap((parameter) => {
      const name = settableName(parameter)
      const value = name === null ? undefined : draft[name]
      return name === null || value === undefined ? [] : [[name, value]]
    }),
  )

/** What a terminal told, with some of it told anew. */
export const toldAnew = (
  parameters: readonly TerminalParameter[],
  anew: readonly TerminalParameter[],
): readonly TerminalParameter[] => {
  const byId = new Map(anew.map((one) => [one.id, one]))
  return parameters.map((one) => byId.get(one.id) ?? one)
}
