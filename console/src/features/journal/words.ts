import { domains } from '@vigil/contract/index.ts'
import { logResult } from '@vigil/contract/journal/entities.ts'
import { logObject } from '@vigil/contract/journal/log-object.ts'
import { codes } from '@vigil/contract/kernel/codes.ts'
import type { Language, Text } from '@vigil/contract/kernel/text.ts'

const callNames = new Map<string, Text>(
  Object.values(domains).flatMap((calls) => Object.values(calls).map(({ path, describe }) => [path, describe] as const)),
)

/** What a row tells of: a noun's word, or what the call does that was refused. */
export const objectName = (object: string, language: Language): string =>
  callNames.get(object)?.[language] ?? logObject.name(object, language)

/** Codes whose texts say nothing without the values that went into them. */
const briefly: Readonly<Record<string, Text>> = {
  invalidInput: { zh: '输入有误', en: 'wrong input' },
  notFound: { zh: '记录不存在', en: 'no such record' },
  notUnique: { zh: '与已有记录重复', en: 'exists already' },
  inUse: { zh: '仍被使用', en: 'still in use' },
  weakPassword: { zh: '密码太弱', en: 'weak password' },
  fileRejected: { zh: '文件未被接受', en: 'the file was not accepted' },
}
const byCode = new Map<string, Text>(Object.values(codes).map((code) => [code.code, code]))

/** Success, or why not. */
export const resultText = (result: string, language: Language): string => {
  if (result === 'success') return logResult.name(result, language)
  const told = briefly[result]?.[language] ?? byCode.get(result)?.[language].replace(/\s*[：:,，]?\s*\{.*$/, '')
  return `${logResult.name('refused', language)}${language === 'zh' ? '：' : ': '}${told || result}`
}
