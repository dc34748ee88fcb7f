import { parseDeviceJson } from '../shared/json.ts'

/** An event of Dahua's as text, `Code=AccessControl;action=Pulse;index=0;data={…}`, which some of its devices push instead of JSON. */

const beginning = /^\s*Code=([^;\s]+)/
const data = /;\s*data=/

export const isEventText = (text: string): boolean => beginning.test(text)

/** The same event as it is in JSON. Throws a `SyntaxError` where its data are none. */
export const eventInText = (text: string): { readonly Code: string; readonly Data?: unknown } => {
  const Code = beginning.exec(text)?.[1] ?? ''
  const found = data.exec(text)
  return found ? { Code, Data: parseDeviceJson(text.slice(found.index + found[0].length)) } : { Code }
}
