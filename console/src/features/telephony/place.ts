import { translate } from '../../shared/i18n/texts.ts'
import { notify } from '../../shared/notices/notices.ts'
import { phone } from './phone-store.ts'
import { telephonyTexts } from './texts.ts'

/** Calls a number, and says how that begins or why it does not. */
export const place = (number: string, name: string): void => {
  const t = translate(telephonyTexts)
  const to = number.trim()
  if (to === '') return notify.info(t('calledNeeded'))
  const outcome = phone()?.call(to, name === '' ? to : name) ?? 'notRegistered'
  if (outcome === 'notRegistered') notify.info(t('notRegistered'))
  else if (outcome === 'busy') notify.info(t('busyHere'))
  else notify.info(t('dialing'))
}
