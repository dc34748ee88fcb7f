/** One of every kind that no field, or hardly one, takes. */
export const wrongValues: readonly unknown[] = [
  undefined,
  null,
  1.5,
  -1e300,
  '',
  'no such thing',
  'x'.repeat(5_000),
  'a\u0000b',
  true,
  [],
  ['x'],
  [[1, 2], 'x'],
  {},
  { expected: 'string' },
]

const machineWords =
  /string|(?<!must be a (?:whole |phone )?)number|object|array|boolean|undefined|null|NaN|\bint\b|union|literal|regex|类型不|输入/i

/** Whether a message is one sentence about something people know by a label: no words of a machine, no places left unfilled. */
export const isSentence = (message: string, label: string, language: 'zh' | 'en'): boolean => {
  if (!message.startsWith(label)) return false
  const reason = message.slice(label.length)
  // A name of the wire begins small and goes on with a large letter.
  const strange = language === 'zh' ? /\b[a-z]+[A-Z]|[a-z]{9,}/ : /\b[a-z]+[A-Z]|[\u4E00-\u9FFF]/
  return reason.trim() !== '' && !/[{}]/.test(reason) && !machineWords.test(reason) && !strange.test(reason)
}
