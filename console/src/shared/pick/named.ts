import type { PickTranslate } from './texts.ts'

/** A record that another one names: what a picker shows until it knows more. */
export interface Named {
  readonly id: string
  readonly name: string
}

interface Query {
  readonly data: unknown
  readonly isFetching: boolean
}

/** What stands for a value that is not in the list: the list is on its way, it never came, or the record is not in it. */
export const missingText = (id: string, { data, isFetching }: Query, t: PickTranslate): string => {
  if (data !== undefined) return t('goneRecord')
  return isFetching ? t('loading') : t('unknown', { id })
}
