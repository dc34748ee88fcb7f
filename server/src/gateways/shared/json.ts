/** A string, to its end or, where it has none, that of the text; or a number that JSON does not know. */
const stringsAndNoNumbers = /"(?:[^"\\]|\\[^])*(?:"|\\?$)|-?\b(?:NaN|Infinity)\b/g

/**
 * JSON as devices write it: several write NaN where they measured nothing (Python's json among them), which counts as null
 * here, so that a call for help is not lost for it, nor what came with it. Throws a `SyntaxError` for what is no JSON besides.
 */
export const parseDeviceJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (!(error instanceof SyntaxError) || !/NaN|Infinity/.test(text)) throw error
    return JSON.parse(text.replaceAll(stringsAndNoNumbers, (found) => (found.startsWith('"') ? found : 'null')))
  }
}
