import { useEffect } from 'react'
import { positions, startLive } from '../shared/live/live.ts'
import { silenceLimits, useSiteLimits } from '../shared/live/site-limits.ts'
import { useUser } from '../shared/session/session.ts'

/** Holds the live link for as long as somebody is signed in, with the limits of the site. Drawn once by the shell. */
export const LiveLink = () => {
  const id = useUser()?.id
  const site = useSiteLimits(id !== undefined)
  useEffect(() => (id === undefined ? undefined : startLive()), [id])
  useEffect(() => {
    if (site) positions.setLimits(silenceLimits(site))
  }, [site])
  return null
}
