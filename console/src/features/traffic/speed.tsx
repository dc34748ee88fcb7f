import { useTexts } from '../../shared/i18n/texts.ts'
import { trafficTexts } from './texts.ts'

interface SpeedProps {
  /** km/h; null where it was not measured. */
  readonly speed: number | null
  /** Null where it is not known. */
  readonly limit: number | null
}

/** How fast, and what is allowed there. */
export const Speed = ({ speed, limit }: SpeedProps) => {
  const t = useTexts(trafficTexts)
  if (speed === null) return <>—</>
  return (
    <>
      <span className={limit !== null && speed > limit ? 'bad' : ''}>{speed} km/h</span>
      {limit !== null && <span className="quiet"> {t('limitOf', { limit })}</span>}
    </>
  )
}
