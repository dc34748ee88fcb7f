import { accountCalls } from '@vigil/contract/accounts/calls.ts'
import type { User } from '@vigil/contract/accounts/user.ts'
import { fileUrl } from '@vigil/contract/files/entities.ts'
import { sessionCalls } from '@vigil/contract/session/calls.ts'
import { client } from '../../shared/api/client.ts'
import { failureText } from '../../shared/api/failure.ts'
import { invalidate } from '../../shared/api/queries.ts'
import { translate } from '../../shared/i18n/texts.ts'
import { notify } from '../../shared/notices/notices.ts'
import { accountTexts } from './texts.ts'

/** Says how it went; false when it was refused. */
export const enableUser = async (person: User, on: boolean): Promise<boolean> => {
  const t = translate(accountTexts)
  try {
    await client.ask(accountCalls.updateUser, { ...person, enable: on ? 1 : 0 })
    notify.success(t(on ? 'enabled' : 'disabled', { name: person.cname }))
    return true
  } catch (error) {
    notify.error(failureText(error))
    return false
  } finally {
    invalidate(accountCalls.listUserByDeptId)
  }
}

/** Lifts what failed sign-ins brought upon somebody; says whether there was anything to lift. */
export const unlockUser = async ({ id, cname }: User): Promise<void> => {
  const t = translate(accountTexts)
  try {
    const { forgotten } = await client.ask(sessionCalls.unlockUser, { id })
    if (forgotten > 0) notify.success(t('unlocked', { name: cname }))
    else notify.info(t('notLocked', { name: cname }))
  } catch (error) {
    notify.error(failureText(error))
  }
}

/** Has the file written and hands it to the browser; the session's cookie fetches it. */
export const exportPersonData = async ({ id, cname }: User): Promise<void> => {
  try {
    const { fileId } = await client.ask(accountCalls.exportPersonData, { id })
    const link = document.createElement('a')
    link.href = fileUrl(fileId)
    link.download = ''
    link.click()
    notify.success(translate(accountTexts)('exported', { name: cname }))
  } catch (error) {
    notify.error(failureText(error))
  }
}
