import { codes } from '@vigil/contract/kernel/codes.ts'
import { sessionCalls } from '@vigil/contract/session/calls.ts'
import { client } from '../../shared/api/client.ts'
import { logError } from '../../shared/error-log/error-log.ts'
import { currentLanguage } from '../../shared/i18n/language.ts'
import { translate } from '../../shared/i18n/texts.ts'
import { notify } from '../../shared/notices/notices.ts'
import { wallPath } from '../../shared/wall/at-wall.ts'
import { giveToken } from './hand-over.ts'
import { wallTexts } from './texts.ts'

/** Also where the site has no HTTPS. */
const nameOfItsOwn = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** Opens a wall display in a tab of its own, with a session of its own that the server makes once that tab asks for it. */
export const openWall = (): void => {
  const name = nameOfItsOwn()
  const given = giveToken(name, async () => {
    const { code, msg, data } = await client.send(sessionCalls.openWall, undefined)
    if (code === codes.success.code && data !== null) return data
    // The end of one's session is told by the client.
    if (code !== codes.sessionInvalid.code) notify.error(msg)
    throw new Error(msg)
  })
  window.open(`${wallPath}?lang=${currentLanguage()}#${name}`, '_blank', 'noopener')
  given.then(
    (came) => {
      if (!came) notify.error(translate(wallTexts)('blocked'))
    },
    (error: unknown) => logError(error, 'wall'),
  )
}
