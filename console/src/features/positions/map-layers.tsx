import { hazardArea, type HazardArea } from '@vigil/contract/hazards/hazard-area.ts'
import { useCallback, type RefObject } from 'react'
import { useNavigate } from 'react-router'
import { useLanguage } from '../../shared/i18n/language.ts'
import { alarmNameIn } from '../../shared/live/alarm-name.ts'
import type { TrailView } from '../../shared/live/use-trail.ts'
import { useOpenAlarms } from '../../shared/live/alarms.ts'
import { FollowCamera } from '../../shared/map/follow-camera.tsx'
import { HungAt } from '../../shared/map/hung.tsx'
import { LaidLayers } from '../../shared/map/laid-layers.tsx'
import type { CountedArea } from '../../shared/map/head-count.ts'
import { ringsOf } from '../../shared/map/map-data.ts'
import type { MapChoice } from '../../shared/map/map-layer.ts'
import type { Sides } from '../../shared/map/map-view.tsx'
import { MovingObjects, type MovingHandle } from '../../shared/map/moving-objects.tsx'
import { Trail } from '../../shared/map/trail.tsx'
import { addressOf } from '../../shared/routes/address.ts'
import { Icon } from '../../shared/ui/icon.tsx'
import { useLayers } from './layer-settings.ts'
import styles from './positions.module.css'
import type { Lists } from './use-lists.ts'
import type { Selection } from './use-selection.ts'

const noAreas: readonly CountedArea[] = []

interface PlanLayersProps {
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
  const withMarks = !hidden.has('headCounts')
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
  const choose = (choice: MapChoice): void => {
    const { noun, id, screen } = choice
    const area = noun === hazardArea.name ? areas.find((one) => one.id === id) : undefined
    if (area) zoomTo(area)
    else if (choice.title !== undefined) lists.setStanding(choice)
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
          areas={withMarks ? ringsOf(areas) : noAreas}
          alarmText={alarmText}
        />
      </LaidLayers>
      <Marks selection={selection} moving={moving} {...rest} />
    </>
  )
}

type MarksProps = Pick<PlanLayersProps, 'selection' | 'moving' | 'padding'>

/** Single places that are marked, and the camera that goes with one that moves. */
const Marks = ({ selection, moving, padding }: MarksProps) => {
  const { id, pinned, following, follow } = selection
  const stopFollowing = useCallback(() => follow(false), [follow])
  return (
    <>
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
