import { alarmReason, shelveReason, suppressReason, type AlarmStep } from '@vigil/contract/alarms/entities.ts'
import { receipt, type Receipt } from '@vigil/contract/devices/command.ts'
import type { CodeOf } from '@vigil/contract/kernel/enumeration.ts'
import type { Language } from '@vigil/contract/kernel/text.ts'
import { translate } from '../../shared/i18n/texts.ts'
import { nth } from './describe.ts'
import { alarmTexts } from './texts.ts'

const isShelveReason = (reason: string): reason is CodeOf<typeof shelveReason> =>
  shelveReason.codes.some((code) => code === reason)
const isSuppressReason = (reason: string): reason is CodeOf<typeof suppressReason> =>
  suppressReason.codes.some((code) => code === reason)
const isReceipt = (reason: string): reason is Receipt => receipt.codes.some((code) => code === reason)
const reasonIn = (reason: AlarmStep['reason'], language: Language): string => {
  if (reason === '') return ''
  if (isReceipt(reason)) return receipt.name(reason, language)
  if (isSuppressReason(reason)) return suppressReason.name(reason, language)
  return isShelveReason(reason) ? shelveReason.name(reason, language) : alarmReason.name(reason, language)
}

/** What a step was, in a few words; what somebody wrote of it stands beside. */
export const stepIn = ({ kind, by, to, reason, until, count }: AlarmStep, language: Language): string => {
  const t = translate(alarmTexts, language)
  switch (kind) {
    case 'raised':
      return t('stepRaised')
    case 'repeated':
      return t('stepRepeated', { n: count ?? 2 })
    case 'returned':
      return t('stepReturned')
    case 'taken':
      return to ? t('stepTakenFrom', { by, to }) : t('stepTaken', { by })
    case 'assigned':
      return t('stepAssigned', { by, to })
    case 'noted':
      return t('stepNoted', { by })
    case 'messaged':
      return reason === '' ? t('stepSpoken', { by }) : t('stepMessaged', { by, what: reasonIn(reason, language) })
    case 'evidence':
      return t('stepEvidence', { by })
    case 'shelved':
      return t('stepShelved', { by, until: until?.slice(5, 16) ?? '', why: reasonIn(reason, language) })
    case 'unshelved':
      return by ? t('stepUnshelvedBy', { by }) : t('stepUnshelved')
    case 'suppressed':
      if (!isSuppressReason(reason)) return t('stepSuppressed', { n: count ?? 2 })
      if (reason !== suppressReason.code.flood) return t('stepUnwanted', { why: reasonIn(reason, language), n: count ?? 1 })
      return count === null ? t('stepInFlood') : t('stepAgainInFlood', { n: count })
    case 'escalated':
      return to
        ? t('stepEscalated', { to, n: nth(count ?? 1, language) })
        : t('stepEscalatedToNobody', { n: nth(count ?? 1, language) })
    case 'reopened':
      return t('stepReopened', { by })
    case 'confirmed': {
      const said = to ? t('stepConfirmedFor', { by, to }) : t('stepConfirmed', { by })
      return reason === '' ? said : `${said} · ${reasonIn(reason, language)}`
    }
    case 'amended':
      return [t('stepAmended', { by }), reasonIn(reason, language)].filter(Boolean).join(' · ')
    case 'hidden':
      return t('stepHidden', { by })
  }
}
