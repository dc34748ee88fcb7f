import type { Text } from './text.ts'
import { writtenCodeWords } from './written-codes.ts'

/** What the contract's own checks say, in both languages, by the message that they carry. */
export const problemWords: Readonly<Record<string, Text>> = {
  'is required': { zh: '必填', en: 'is required' },
  'has control characters': { zh: '含有控制字符', en: 'has control characters' },
  'has characters that do not show': {
    zh: '含有不可见或改变文字方向的字符',
    en: 'has characters that are invisible or change the text direction',
  },
  'not an identifier': { zh: '不是有效的编号', en: 'is not a valid ID' },
  'not a time as YYYY-MM-DD HH:mm:ss': {
    zh: '格式应为 YYYY-MM-DD HH:mm:ss',
    en: 'must be a time in the form YYYY-MM-DD HH:mm:ss',
  },
  'not a day as YYYY-MM-DD': { zh: '格式应为 YYYY-MM-DD', en: 'must be a date in the form YYYY-MM-DD' },
  'no such time': { zh: '没有这个时间', en: 'is not a valid time' },
  'not a time as ISO 8601 with an offset': {
    zh: '格式应为带时区的 ISO 8601',
    en: 'must be a time in the form ISO 8601 with a time zone',
  },
  'no such day': { zh: '没有这一天', en: 'is not a valid date' },
  'not a time of day as HH:mm': { zh: '格式应为 HH:mm', en: 'must be a time of day in the form HH:mm' },
  ...writtenCodeWords,
  'not a file': { zh: '不是有效的文件', en: 'is not a valid file' },
  'not a UUID': { zh: '不是有效的 UUID', en: 'is not a valid UUID' },
  'not a MAC address': { zh: '不是有效的 MAC 地址', en: 'is not a valid MAC address' },
  'not 20 digits': { zh: '应为 20 位数字', en: 'must be 20 digits' },
  'not 3 to 8 digits': { zh: '应为 3 至 8 位数字', en: 'must be 3 to 8 digits' },
  'not 2 to 8 digits': { zh: '应为 2 至 8 位数字', en: 'must be 2 to 8 digits' },
  'not a code': {
    zh: '应以字母开头，由字母、数字和 _ . - 组成',
    en: 'must begin with a letter and contain only letters, digits, _ . -',
  },
  'not a parameter number as 0x0029': { zh: '格式应为 0x0029', en: 'must be a parameter number in the form 0x0029' },
  'not a field name': { zh: '不是有效的字段名', en: 'is not a valid field name' },
  'not a colour as #rrggbb': { zh: '格式应为 #rrggbb', en: 'must be a colour in the form #rrggbb' },
}
