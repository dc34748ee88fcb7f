import { useEffect } from 'react'
import { useUser } from '../session/session.ts'
import { startLive } from './live.ts'

/** Holds the live link for as long as somebody is signed in. Drawn once by the shell. */
export const LiveLink = () => {
  const id = useUser()?.id
  useEffect(() => (id === undefined ? undefined : startLive()), [id])
  return null
}
