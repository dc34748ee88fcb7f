import { enumeration } from '../kernel/enumeration.ts'

/** By which of its two times a report counts, for who looks back at a moment. */
export const knownBy = enumeration({
  fix: { code: 'fix', zh: '实际位置', en: 'As it was' },
  receipt: { code: 'receipt', zh: '当时已知', en: 'As known then' },
})
export type KnownBy = (typeof knownBy.codes)[number]
