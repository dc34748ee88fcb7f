import type { CaseStep } from '@vigil/contract/cases/entities.ts'
import type { Language } from '@vigil/contract/kernel/text.ts'
import { translate } from '../../shared/i18n/texts.ts'
import { caseTexts } from './texts.ts'

/** What a step of a case was, with what was said before it. */
export const stepIn = ({ kind, by, item, before: { title, note } }: CaseStep, language: Language): string => {
  const t = translate(caseTexts, language)
  switch (kind) {
    case 'created':
      return t('stepCreated', { by })
    case 'edited':
      return [
        t('stepEdited', { by }),
        ...(title === undefined ? [] : [t('titleBefore', { before: title })]),
        ...(note === undefined ? [] : [note === '' ? t('noteBeforeNone') : t('noteBefore', { before: note })]),
      ].join(' · ')
    case 'closed':
      return t('stepClosed', { by })
    case 'reopened':
      return t('stepReopened', { by })
    case 'added':
      return t('stepAdded', { by, item })
    case 'exported':
      return t('stepExported', { by })
  }
}
