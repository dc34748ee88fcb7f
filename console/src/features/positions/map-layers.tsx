import { hazardArea, type HazardArea } from '@vigil/contract/hazards/hazard-area.ts'
import type { Site } from '@vigil/contract/site/settings.ts'
import { useCallback, type RefObject } from 'react'
import { useNavigate } from 'react-router'
import { useLanguage } from '../../shared/i18n/language.ts'
import { alarmNameIn } from '../../shared/live/alarm-name.ts'
import { useOpenAlarms } from '../../shared/live/alarms.ts'
import { useOverview } from '../../shared/live/overview.ts'
import { HungAt } from '../../shared/map/hung.tsx'
import { LaidLayers } from '../../shared/map/laid-layers.tsx'
import type { MapChoice } from '../../shared/map/map-layer.ts'
import type { Sides } from '../../shared/map/map-view.tsx'
import { MovingObjects, type MovingHandle } from '../../shared/map/moving-objects.tsx'
import { Trail } from '../../shared/map/trail.tsx'
import { addressOf } from '../../shared/routes/address.ts'
import { Icon } from '../../shared/ui/icon.tsx'
import { FollowCamera } from './follow-camera.tsx'
import { useLayers } from './layer-settings.ts'
import { NoFixPill } from './no-fix-pill.tsx'
import styles from './positions.module.css'
import type { Lists } from './use-lists.ts'
import type { Selection } from './use-selection.ts'
import type { TrailView } from './use-trail.ts'

interface PlanLayersProps {
  readonly site: Pick<Site, 'defaultLng' | 'defaultLat'>
  readonly areas: readonly HazardArea[]
  readonly lists: Lists
  readonly selection: Selection
  readonly trail: TrailView
  readonly moving: RefObject<MovingHandle | null>
  readonly shows: (slot: number) => boolean
  /** False while a tool takes the pointer. */
  readonly listens: boolean
  readonly padding: Sides
}

/** What lies on the plan, from the ground up: areas and the like, the trail, people and vehicles, head counts, pins. */
export const PlanLayers = ({ areas, lists, selection, trail, moving, shows, listens, ...rest }: PlanLayersProps) => {
  const { language } = useLanguage()
  const { hidden } = useLayers()
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
  const { chosenArea, zoomTo } = lists
  const navigate = useNavigate()
  const choose = ({ noun, id, screen }: MapChoice): void => {
    const area = noun === hazardArea.name ? areas.find((one) => one.id === id) : undefined
    if (area) zoomTo(area)
    else if (screen) void navigate(addressOf(screen, { id }))
  }
  const chosen = chosenArea === null ? null : { noun: hazardArea.name, id: chosenArea }
  return (
    <>
      <LaidLayers hidden={hidden} chosen={chosen} onChoose={choose}>
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
      </LaidLayers>
      <Marks selection={selection} lists={lists} moving={moving} {...rest} />
    </>
  )
}

type MarksProps = Pick<PlanLayersProps, 'site' | 'selection' | 'lists' | 'moving' | 'padding'>

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
