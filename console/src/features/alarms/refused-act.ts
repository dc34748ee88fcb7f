import { alarm as alarmSchema, type Alarm } from '@vigil/contract/alarms/entities.ts'
import { CallRefused } from '@vigil/contract/kernel/client.ts'
import { codes } from '@vigil/contract/kernel/codes.ts'
import { failureText } from '../../shared/api/failure.ts'
import type { Translate } from '../../shared/i18n/texts.ts'
import { meanwhile, type Meanwhile } from './confirm-form.ts'
import type { alarmTexts } from './texts.ts'

/** The alarm as it stands where somebody was quicker; null where it was refused for another reason. */
export const quickerOne = (refused: unknown): Alarm | null => {
  if (!(refused instanceof CallRefused) || refused.code !== codes.conflict.code) return null
  const present = alarmSchema.safeParse(refused.data)
  return present.success ? present.data : null
}

/** What became of an alarm, to stand within a sentence. */
export const newsIn = (news: Meanwhile, t: Translate<typeof alarmTexts.table>): string => {
  switch (news.kind) {
    case 'handled':
      return t('handledBy', { user: news.user })
    case 'taken':
      return t('nowTaken', { user: news.user })
    case 'putBack':
      return t('nowPutBack')
    case 'escalated':
      return news.user === '' ? t('escalatedToNobody') : t('escalatedTo', { user: news.user })
    case 'shelved':
      return t('nowShelved', { user: news.user })
    case 'counted':
      return t('nowCount', { n: news.count })
    case 'returned':
      return t('nowReturned')
    case 'active':
      return t('nowActive')
  }
}

/** Why something could not be done with an alarm: who was quicker and with what, or what the server says. */
export const refusalOf = (refused: unknown, seen: Alarm, t: Translate<typeof alarmTexts.table>): string => {
  const present = quickerOne(refused)
  const news = present && meanwhile(seen, present)
  return news ? t('changedBefore', { what: newsIn(news, t) }) : failureText(refused)
}
