import { useEffect, useState } from 'react'
import { logError } from '../../shared/error-log/error-log.ts'
import { session, useUser } from '../../shared/session/session.ts'
import { identify } from '../session/identify.ts'
import { takeToken } from './hand-over.ts'

/** How the session of a wall display stands. */
type WallSession = 'opening' | 'unreachable' | 'ended' | 'open'

/** Milliseconds between two tries to learn whose session it is. */
const tryEvery = 5_000

const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Takes what who opened this page has for it; the name by which they meet is gone from the address before anything else is asked. */
const handOver = async (): Promise<void> => {
  const { hash, pathname, search } = window.location
  if (session.token() !== null || hash.length < 2) return
  window.history.replaceState(window.history.state, '', `${pathname}${search}`)
  const token = await takeToken(hash.slice(1))
  if (token !== null) session.begin(token)
}
let handing: Promise<void> | null = null

/** Once it is open it ends with the page, which is loaded anew when the server knows the session no more. */
export const useWallSession = (): WallSession => {
  const user = useUser()
  const [state, setState] = useState<WallSession>('opening')
  useEffect(() => {
    let left = false
    const say = (next: WallSession): void => {
      if (!left) setState(next)
    }
    const open = async (): Promise<void> => {
      await (handing ??= handOver())
      while (!left && session.token() !== null) {
        try {
          say((await identify()) === null ? 'ended' : 'open')
          return
        } catch (error) {
          logError(error, 'wall')
          say('unreachable')
          await wait(tryEvery)
        }
      }
      say('ended')
    }
    open().catch((error: unknown) => logError(error, 'wall'))
    return () => {
      left = true
    }
  }, [])
  return state === 'open' && user === null ? 'ended' : state
}
