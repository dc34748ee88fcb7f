import { alarmReason, type AlarmStep } from '@vigil/contract/alarms/entities.ts'
import type { Language } from '@vigil/contract/kernel/text.ts'
import { translate } from '../../shared/i18n/texts.ts'
import { alarmTexts } from './texts.ts'

/** What a step was, in a few words; what somebody wrote of it stands beside. */
export const stepIn = ({ kind, by, to, reason, count }: AlarmStep, language: Language): string => {
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
    case 'reopened':
      return t('stepReopened', { by })
    case 'confirmed': {
      const said = to ? t('stepConfirmedFor', { by, to }) : t('stepConfirmed', { by })
      return reason === '' ? said : `${said} · ${alarmReason.name(reason, language)}`
    }
    case 'hidden':
      return t('stepHidden', { by })
  }
}
