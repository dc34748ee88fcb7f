// What a spreadsheet program takes for a formula, in both widths.
const formula = /^'*[=+\-@\t\r＝＋－＠]/u
// An apostrophe that stands before a formula or before nothing but digits says "text": that is how people and programs
// keep a spreadsheet from calculating, and from rounding a long number.
const marked = /^'+(?:[=+\-@\t\r＝＋－＠]|\d+$)/u

/** For CSV: a text that would become a formula gets an apostrophe; so does one that reading would take an apostrophe from. */
export const guardForCsv = (text: string): string => (formula.test(text) || marked.test(text) ? `'${text}` : text)

/** For a workbook, whose cells are typed: nothing becomes a formula there, reading alone has to be answered. */
export const guardForWorkbook = (text: string): string => (marked.test(text) ? `'${text}` : text)

/** The text that was meant: undoes both guards, and what a person typed in their manner. */
export const unguard = (text: string): string => (marked.test(text) ? text.slice(1) : text)

/** Without the characters that XML, and with it a workbook, cannot hold. */
export const writable = (text: string): string =>
  // oxlint-disable-next-line no-control-regex -- these are what is dropped
  text.toWellFormed().replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
