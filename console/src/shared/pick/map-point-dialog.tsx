import type { Point } from '@vigil/contract/hazards/entities.ts'
import { AutoComplete, Input } from 'antd'
import { useMemo, useState } from 'react'
import { useRank } from '../find/use-rank.ts'
import { useLanguage } from '../i18n/language.ts'
import { useTexts } from '../i18n/texts.ts'
import { DragHandle } from '../map/draw/drag-handle.tsx'
import { shifted } from '../map/draw/shape.ts'
import { areaAt } from '../map/head-count.ts'
import { MapClick } from '../map/map-click.tsx'
import { ringsOf, useAreaName, useHazardAreas, useSitePlan } from '../map/map-data.ts'
import type { Stage } from '../map/map-view.tsx'
import { RiskZones } from '../map/risk-zones.tsx'
import { Icon } from '../ui/icon.tsx'
import styles from './map-point-dialog.module.css'
import { foundPlaces, namedPlaces, roundedPlace, typedOf, type NamedPlace, type Place } from './place.ts'
import frame from './select-dialog.module.css'
import { SelectDialog, type SelectProps } from './select-dialog.tsx'
import { SiteMap } from './site-map.tsx'
import { pickTexts } from './texts.ts'

interface MapPointDialogProps extends SelectProps {
  /** Where it stands when the dialog opens; null for nowhere. */
  readonly place: Place | null
  /** OK was pressed; the dialog closes by itself. */
  readonly onChoose: (place: Place | null) => void
}

const width = 860
const height = 600
const startZoom = 17
const closest = 17.6
/** Pixels that the search field covers. */
const padding = { left: 0, right: 0, top: 52, bottom: 0 }
const mostFound = 12
const noPlaces: readonly NamedPlace[] = []
/** Metres an arrow key moves. */
const step = 0.5

/** The map pop-up: a click sets a place, the marker is dragged or moved by arrow keys, the search field leads somewhere by name. */
export const MapPointDialog = ({ open, ...props }: MapPointDialogProps) => (open ? <OpenDialog {...props} /> : null)

const OpenDialog = ({ onClose, title, place: before, onChoose }: Omit<MapPointDialogProps, 'open'>) => {
  const t = useTexts(pickTexts)
  const [place, setPlace] = useState(before)
  const [stage, setStage] = useState<Stage | null>(null)
  const { areas } = useHazardAreas()
  const rings = ringsOf(areas)
  const names = useMemo(() => areas.map(({ name }) => name), [areas])
  const within = place && areaAt(rings, place.lng, place.lat)
  const area = areas.find(({ id }) => id === within)
  const nameOf = useAreaName()
  const typed = typedOf(place)
  const set = (point: Point): void => setPlace(roundedPlace(point))
  const point: Point | null = place && [place.lng, place.lat]
  return (
    <SelectDialog
      title={title ?? t('browsePlace')}
      width={width}
      height={height}
      summary={
        place ? (
          <>
            <b className={styles['numbers']}>
              {typed.lng}, {typed.lat}
            </b>
            {area && nameOf(area)}
          </>
        ) : (
          t('clickToSet')
        )
      }
      onClear={place && (() => setPlace(null))}
      onClose={onClose}
      onOk={() => onChoose(place)}
    >
      <section className={`${frame['map']} ${styles['map']}`} aria-label={t('map')}>
        <SiteMap start={before && { ...before, zoom: startZoom }} withoutLabels={names} padding={padding} onStage={setStage}>
          <RiskZones areas={areas} />
          <MapClick onPoint={set} />
          {point && (
            <DragHandle
              at={point}
              kind="place"
              label={t('moveMarker')}
              onDrag={set}
              onStep={(east, north) => set(shifted(point, east * step, north * step))}
            />
          )}
        </SiteMap>
        <PlaceSearch stage={stage} />
      </section>
    </SelectDialog>
  )
}

/** Leads the map to a hazard area or to a name of the plan. */
const PlaceSearch = ({ stage }: { readonly stage: Stage | null }) => {
  const t = useTexts(pickTexts)
  const { language } = useLanguage()
  const rank = useRank()
  const { basemap } = useSitePlan()
  const { areas } = useHazardAreas()
  const [search, setSearch] = useState('')
  const places = useMemo(() => (basemap ? namedPlaces(areas, basemap, language) : noPlaces), [areas, basemap, language])
  const found = useMemo(() => foundPlaces(places, search, rank, mostFound), [places, search, rank])
  const go = ({ bounds, name }: NamedPlace): void => {
    stage?.showBounds(bounds, closest)
    setSearch(name)
  }
  return (
    <AutoComplete
      className={styles['search'] ?? ''}
      value={search}
      defaultActiveFirstOption
      options={found.map((place) => ({
        value: place.key,
        place,
        label: (
          <span className={styles['found']}>
            <span className="grow ellipsis" title={place.name}>
              {place.name}
            </span>
            {place.kind === 'area' && <small className="quiet">{t('areas')}</small>}
          </span>
        ),
      }))}
      notFoundContent={search.trim() === '' ? null : <span className="soft">{t('nothingFound', { query: search.trim() })}</span>}
      showSearch={{ onSearch: setSearch }}
      onSelect={(_key, { place }) => go(place)}
    >
      <Input
        allowClear
        placeholder={t('searchPlaces')}
        aria-label={t('searchPlaces')}
        prefix={<Icon name="search" size={16} />}
      />
    </AutoComplete>
  )
}
