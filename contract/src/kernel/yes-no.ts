import { enumeration } from './enumeration.ts'

/** 1 or true yes, otherwise no. */
export const yesNo = enumeration({ yes: { code: 1, zh: '是', en: 'Yes' } }, { zh: '否', en: 'No' })
