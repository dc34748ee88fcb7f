import { codes } from '../kernel/codes.ts'
import type { Language, Text } from '../kernel/text.ts'
import { logResult } from './entities.ts'

/** Codes whose texts say nothing without the values that went into them. */
const briefly: Readonly<Record<string, Text>> = {
  invalidInput: { zh: '输入有误', en: 'invalid input' },
  notFound: { zh: '记录不存在', en: 'no such record' },
  notUnique: { zh: '与已有记录重复', en: 'already exists' },
  inUse: { zh: '仍被使用', en: 'still in use' },
  accountLocked: { zh: '失败次数过多，已锁定', en: 'locked after too many failures' },
  weakPassword: { zh: '密码太弱', en: 'weak password' },
  fileRejected: { zh: '文件未被接受', en: 'the file was not accepted' },
}
const byCode = new Map<string, Text>(Object.values(codes).map((code) => [code.code, code]))

/** What a row's result says: success, or why not. */
export const resultText = (result: string, language: Language): string => {
  if (result === 'success') return logResult.name(result, language)
  const told = briefly[result]?.[language] ?? byCode.get(result)?.[language].replace(/\s*[：:,，]?\s*\{.*$/, '')
  return `${logResult.name('refused', language)}${language === 'zh' ? '：' : ': '}${told || result}`
}
