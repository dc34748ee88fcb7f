import { usualCode } from '@vigil/contract/kernel/written-codes.ts'
import { may, type Caller } from './caller.ts'

/** 13812345678 → 138****5678, for those who may not see private data. */
export const mask = (secret: string): string =>
  secret.length < 7 ? secret.replace(/./gu, '*') : `${secret.slice(0, 3)}****${secret.slice(-4)}`

/** Whether somebody only sent back what he was shown of a secret, which changes nothing; on its way it came into the usual form of codes. */
export const isMaskSentBack = (caller: Caller, sent: unknown, shown: unknown): boolean =>
  !may(caller, 'private:view') && usualCode(String(sent)) === usualCode(String(shown))
