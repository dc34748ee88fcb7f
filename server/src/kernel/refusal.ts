import type { Envelope } from '@vigil/contract/kernel/call.ts'
import { codes, type CodeName } from '@vigil/contract/kernel/codes.ts'
import { reasonFor, sentenceOf } from '@vigil/contract/kernel/problem.ts'
import { fill, type Language, type Text } from '@vigil/contract/kernel/text.ts'

type Values = Readonly<Record<string, string | number | Text>>

/** A business outcome other than success: it travels with HTTP 200 and changes nothing. */
export class Refusal extends Error {
  readonly codeName: CodeName
  readonly values: Values
  readonly data: unknown
  constructor(codeName: CodeName, values: Values = {}, data: unknown = null) {
    super(codeName)
    this.name = 'Refusal'
    this.codeName = codeName
    this.values = values
    this.data = data
  }

  /** The text for a person; values that are texts themselves are told in the same language. */
  tell(language: Language): string {
    const values = Object.entries(this.values).map(([name, value]) => [name, typeof value === 'object' ? value[language] : value])
    return fill(codes[this.codeName][language], Object.fromEntries(values) as Record<string, string | number>)
  }

  /** What goes back to whoever asked. */
  answer(language: Language): Envelope<unknown> {
    return { code: codes[this.codeName].code, msg: this.tell(language), data: this.data }
  }
}

/** What was sent cannot be taken: `label` is what people call `field`, `reason` is read after it. */
export const invalid = (field: string, label: Text, reason: Text): Refusal =>
  new Refusal('invalidInput', { problem: sentenceOf(label, reason) }, { field })
/** What has to be there and is not. */
export const missing = (field: string, label: Text): Refusal => invalid(field, label, reasonFor({ kind: 'needed' }))

/** More than is done for one person, or at one time: 429, to come again after so many seconds. */
export class TooMany extends Error {
  readonly statusCode = 429
  readonly retryAfter: number
  constructor(retryAfter: number) {
    super('too many requests')
    this.name = 'TooMany'
    this.retryAfter = Math.max(1, Math.ceil(retryAfter))
  }
}

/** The database cannot be reached or does not answer, or there is no room: 503, try again. `told` says more than that to a person. */
export class NotReady extends Error {
  readonly told: Text | null
  constructor(cause: unknown, told: Text | null = null) {
    super('not ready', { cause })
    this.name = 'NotReady'
    this.told = told
  }
}
