import { useTexts } from '../../shared/i18n/texts.ts'
import { HungAt } from '../../shared/map/hung.tsx'
import mapStyles from '../../shared/map/map-view.module.css'
import { positionTexts } from './texts.ts'

interface NoFixPillProps {
  readonly lng: number
  readonly lat: number
  readonly count: number
  /** Name of the selected thing if it is one of them. */
  readonly selected: string | null
  readonly onOpen: () => void
}

/** What never told where it is stands at the default point of the site, and says so. */
export const NoFixPill = ({ lng, lat, count, selected, onOpen }: NoFixPillProps) => {
  const t = useTexts(positionTexts)
  return (
    <HungAt lng={lng} lat={lat}>
      <button
        type="button"
        className={`${mapStyles['pill']} ${mapStyles['quietPill']}`}
        style={{ position: 'static' }}
        onClick={onOpen}
      >
        {selected === null ? t('noPosition') : `${selected} · ${t('noPosition')}`}
        <b>{count}</b>
      </button>
    </HungAt>
  )
}
