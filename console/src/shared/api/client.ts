import { createClient } from '@vigil/contract/kernel/client.ts'
import { logError } from '../error-log/error-log.ts'
import { currentLanguage } from '../i18n/language.ts'
import { translate } from '../i18n/texts.ts'
import { notify } from '../notices/notices.ts'
import { session } from '../session/session.ts'
import { wall } from '../wall/at-wall.ts'
import { endOfSession } from './answers.ts'
import { failureText } from './failure.ts'
import { apiTexts } from './texts.ts'

/** Milliseconds before a call that got no answer has failed. */
const timeout = 100_000

/**
 * The console's one client. `send` answers the envelope whatever its code, `ask` the data and throws `CallRefused` on any
 * code but `200`. Session end and failures of network or HTTP are shown and logged here, so callers do not repeat it.
 */
export const client = createClient({
  origin: '',
  token: session.token,
  language: currentLanguage,
  timeout,
  onAnswer: endOfSession({
    token: session.token,
    reset: session.reset,
    // Nobody reads a message before a wall display: it says at once, and large, that its session has ended.
    showError: wall ? (_text, done) => done() : notify.error,
    reload: () => window.location.reload(),
  }),
  onFailure: (call, failure) => {
    logError(failure, `${call.method} /api${call.path}`)
    notify.error(translate(apiTexts)('failed', { reason: failureText(failure) }))
  },
})
