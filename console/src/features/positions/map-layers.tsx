import type { HazardArea } from '@vigil/contract/hazards/hazard-area.ts'
import type { Site } from '@vigil/contract/site/settings.ts'
import { useCallback, type RefObject } from 'react'
import { useLanguage } from '../../shared/i18n/language.ts'
import { alarmNameIn } from '../../shared/live/alarm-name.ts'
import { useOpenAlarms } from '../../shared/live/alarms.ts'
import { useOverview } from '../../shared/live/overview.ts'
import { AreaPills } from '../../shared/map/area-pills.tsx'
import { HungAt } from '../../shared/map/hung.tsx'
import { useAreaLevels, type useMapData } from '../../shared/map/map-data.ts'
import type { Sides } from '../../shared/map/map-view.tsx'
import { MovingObjects, type MovingHandle } from '../../shared/map/moving-objects.tsx'
import { Trail } from '../../shared/map/trail.tsx'
import { AreaOutlines, Fences } from '../../shared/map/zones.tsx'
import { Icon } from '../../shared/ui/icon.tsx'
import { FollowCamera } from './follow-camera.tsx'
import { useLayers } from './layer-settings.ts'
import { NoFixPill } from './no-fix-pill.tsx'
import styles from './positions.module.css'
import type { AreaNames } from './use-area-names.ts'
import type { Lists } from './use-lists.ts'
import type { Selection } from './use-selection.ts'
import type { TrailView } from './use-trail.ts'

interface MapLayersProps {
  readonly site: Pick<Site, 'defaultLng' | 'defaultLat'>
  readonly areas: readonly HazardArea[]
  readonly fences: ReturnType<typeof useMapData>['fences']
  readonly names: AreaNames
  readonly lists: Lists
  readonly selection: Selection
  readonly trail: TrailView
  readonly moving: RefObject<MovingHandle | null>
  readonly shows: (slot: number) => boolean
  /** False while a tool takes the pointer. */
  readonly listens: boolean
  readonly padding: Sides
}

/** What lies on the plan, from the ground up: fences, areas, the trail, people and vehicles, head counts, pins. */
export const MapLayers = ({ areas, fences, names, lists, selection, trail, moving, shows, listens, ...rest }: MapLayersProps) => {
  const { language } = useLanguage()
  const { hidden } = useLayers()
  const levels = useAreaLevels()
  const alarms = useOpenAlarms(({ byObject }) => byObject)
  const { select } = selection
  const onSelect = useCallback((id: number | null) => select(id, false), [select])
  const alarmText = useCallback(
    (id: number): string => {
      const told = alarms.get(id)
      return told ? alarmNameIn(told.alarm, language) : ''
    },
    [alarms, language],
  )
  return (
    <>
      {!hidden.has('fences') && <Fences fences={fences} />}
      <AreaOutlines areas={areas} levels={levels} chosen={lists.chosenArea} />
      {selection.trail && trail.points.length > 1 && <Trail points={trail.points} marks={trail.marks} />}
      <MovingObjects
        ref={moving}
        shows={shows}
        selected={selection.id}
        onSelect={onSelect}
        onCrowd={(slots) => lists.setListed({ kind: 'crowd', slots })}
        listens={listens}
        alarmText={alarmText}
      />
      {!hidden.has('headCounts') && (
        <AreaPills areas={areas} nameOf={names.nameOf} rings={names.rings} levels={levels} onChoose={lists.zoomTo} />
      )}
      <Marks selection={selection} lists={lists} moving={moving} {...rest} />
    </>
  )
}

type MarksProps = Pick<MapLayersProps, 'site' | 'selection' | 'lists' | 'moving' | 'padding'>

/** Single places that are marked, and the camera that goes with one that moves. */
const Marks = ({ site, selection, lists, moving, padding }: MarksProps) => {
  const withoutPosition = useOverview((overview) => overview.withoutPosition)
  const { id, object, pinned, following, follow } = selection
  const stopFollowing = useCallback(() => follow(false), [follow])
  return (
    <>
      {withoutPosition > 0 && (
        <NoFixPill
          lng={site.defaultLng}
          lat={site.defaultLat}
          count={withoutPosition}
          selected={object && !selection.hasPosition ? (object.userName ?? object.label) : null}
          onOpen={() => lists.setListed({ kind: 'noPosition' })}
        />
      )}
      {pinned && (
        <HungAt lng={pinned.lng} lat={pinned.lat} anchor={[-0.5, -1]}>
          <span className={styles['pin']}>
            <Icon name="pin" size={32} />
          </span>
        </HungAt>
      )}
      {following && id !== null && <FollowCamera id={id} moving={moving} offset={followOffset(padding)} onLeft={stopFollowing} />}
    </>
  )
}

const followOffset = ({ left, right, top, bottom }: Sides) => [(left - right) / 2, (top - bottom) / 2] as const
