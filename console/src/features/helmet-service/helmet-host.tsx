import { useEffect, useRef } from 'react'
import { useSite } from '../../shared/api/site.ts'
import { logError } from '../../shared/error-log/error-log.ts'
import { useCan, useUser } from '../../shared/session/session.ts'
import { wall } from '../../shared/wall/at-wall.ts'
import { SosPopup } from './sos-popup.tsx'

/** Milliseconds after which the first screen stands: the line to the helmet service takes nothing of its own. */
const untilScreenStands = 3_000

/** The line to the helmet service of whoever sees helmets, and what it pushes that no alarm tells of. Drawn once; a wall display only looks. */
export const HelmetServiceHost = () => {
  const mayMap = useCan('trackRealMgmt')
  const mayInterface = useCan('hatInterfaceMgmt')
  const id = useUser()?.id
  return (mayMap || mayInterface) && id !== undefined && !wall ? <HelmetService key={id} /> : null
}

const HelmetService = () => {
  const user = useUser()
  const { data: site } = useSite()
  const pattern = useRef('')
  useEffect(() => {
    pattern.current = site?.broadcastPattern ?? ''
  }, [site])
  // Who it is stays as long as this is drawn; what he may do is asked by the service itself.
  const first = useRef(user)
  useEffect(() => {
    const { current } = first
    if (!current) return undefined
    let end: (() => void) | null = null
    let isOver = false
    const fetching = setTimeout(() => {
      import('./engine.ts').then(
        ({ startHelmetService }) => {
          if (!isOver) end = startHelmetService(current, () => pattern.current)
        },
        (error: unknown) => logError(error, 'helmet service'),
      )
    }, untilScreenStands)
    return () => {
      isOver = true
      clearTimeout(fetching)
      end?.()
    }
  }, [])
  return <SosPopup />
}
