import { logError } from '../../shared/error-log/error-log.ts'

/** Milliseconds that either side waits for the other. */
const patience = 20_000

type Said = { readonly kind: 'ready' } | { readonly kind: 'token'; readonly token: string | null }
const isSaid = (data: unknown): data is Said => typeof data === 'object' && data !== null && 'kind' in data

interface Meeting {
  readonly say: (said: Said) => void
  readonly end: () => void
}

/**
 * The one line between who opens a wall display and its page, by a name that the page's address has behind its `#` for as long as it
 * opens. The two share nothing else: the page does not know the window that opened it, nor gets what that one's tab keeps.
 */
const meet = (name: string, hear: (said: Said) => void, onLate: () => void): Meeting => {
  const channel = new BroadcastChannel(`vigil.wall.${name}`)
  const end = (): void => {
    clearTimeout(timer)
    channel.close()
  }
  const timer = setTimeout(() => {
    end()
    onLate()
  }, patience)
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (isSaid(data)) hear(data)
  })
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches this origin alone
  return { say: (said) => channel.postMessage(said), end }
}

/** Waits for the page to say that it is there, and gives it a token, or null where there is none. Answers whether it came. */
export const giveToken = (name: string, ask: () => Promise<string>): Promise<boolean> =>
  new Promise((resolve) => {
    let asked = false
    const give = async (): Promise<void> => {
      asked = true
      resolve(true)
      const token = await ask().catch((error: unknown) => {
        logError(error, 'wall')
        return null
      })
      meeting.say({ kind: 'token', token })
      meeting.end()
    }
    const hear = ({ kind }: Said): void => {
      if (kind === 'ready' && !asked) give().catch((error: unknown) => logError(error, 'wall'))
    }
    const meeting = meet(name, hear, () => resolve(false))
  })

/** The token that who opened this page has for it; null where nobody answers. */
export const takeToken = (name: string): Promise<string | null> =>
  new Promise((resolve) => {
    const hear = (said: Said): void => {
      if (said.kind !== 'token') return
      meeting.end()
      resolve(said.token)
    }
    const meeting = meet(name, hear, () => resolve(null))
    meeting.say({ kind: 'ready' })
  })
