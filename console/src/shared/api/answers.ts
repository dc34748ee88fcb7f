import type { Call, Envelope } from '@vigil/contract/kernel/call.ts'
import { codes } from '@vigil/contract/kernel/codes.ts'

export interface SessionEnd {
  readonly token: () => string | null
  readonly reset: () => void
  /** Shows the server's text as an error for 3 s with a close button and calls back when it is gone. */
  readonly showError: (text: string, onClose: () => void) => void
  readonly reload: () => void
}

/**
 * What the console does with an answer `10002`: the text first, then log out and reload. Many calls fail together when a
 * session ends, so it is said once. A session that was reset or replaced in the meantime is left alone.
 */
export const endOfSession = ({ token, reset, showError, reload }: SessionEnd) => {
  let saying = false
  return (_call: Call, { code, msg }: Envelope<unknown>): void => {
    if (code !== codes.sessionInvalid.code || saying) return
    saying = true
    const ended = token()
    showError(msg, () => {
      saying = false
      if (ended === null || token() !== ended) return
      reset()
      reload()
    })
  }
}
