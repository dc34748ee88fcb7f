import type { Alarm } from '@vigil/contract/alarms/entities.ts'
import type { Point } from '@vigil/contract/hazards/entities.ts'
import { hazardCalls } from '@vigil/contract/hazards/calls.ts'
import { whole } from '@vigil/contract/kernel/client.ts'
import { videoCalls } from '@vigil/contract/video/calls.ts'
import { onlineState } from '@vigil/contract/devices/reporting.ts'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { useCall } from '../../shared/api/queries.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { usePositionsPulse, type LiveThing } from '../../shared/live/hooks.ts'
import { positions } from '../../shared/live/live.ts'
import { addressOf } from '../../shared/routes/address.ts'
import { useCan } from '../../shared/session/session.ts'
import { Icon } from '../../shared/ui/icon.tsx'
import { Row } from '../../shared/ui/layout.tsx'
import { useLocate } from './actions.tsx'
import { ListWaits } from './cockpit-waits.tsx'
import { areaOfDanger, camerasAround, nearWithin, peopleNear } from './near.ts'
import { alarmTexts } from './texts.ts'
import { useWhereNow } from './use-alarms.ts'
import styles from './alarm-column.module.css'
import parts from './cockpit.module.css'

/** Milliseconds between two looks at who is near, and for which cameras and hazards are taken as they were. */
const peoplePace = 2_000
const thingsFresh = 10 * 60_000
/** How many are named. */
const named = { people: 3, hazards: 3, cameras: 2 }

interface NearbyProps {
  readonly alarm: Alarm
  readonly thing: LiveThing | null
  /** False: cameras are told beside it. */
  readonly cameras?: boolean
}

/** Who is near, what is dangerous there, and which cameras see it; of what the reader may see. */
export const Nearby = ({ alarm, thing, cameras = true }: NearbyProps) => {
  const t = useTexts(alarmTexts)
  const { lng, lat } = thing?.sighting ?? alarm
  const seesHazards = useCan('trackRealMgmt')
  const seesCameras = useCan('alarmRealMgmt') || seesHazards
  const areaId = areaOfDanger(alarm, useWhereNow(alarm, thing).area)
  return (
    <div className={styles['nearby']}>
      {lng === null || lat === null ? (
        <p className="note">{t('nearUnknown')}</p>
      ) : (
        <>
          <People place={[lng, lat]} besides={thing?.object.userId ?? alarm.userName} />
          {cameras && seesCameras && <Cameras place={[lng, lat]} />}
        </>
      )}
      {seesHazards && areaId !== null && <Hazards areaId={areaId} />}
    </div>
  )
}

const People = ({ place, besides }: { readonly place: Point; readonly besides: string }) => {
  const t = useTexts(alarmTexts)
  usePositionsPulse(peoplePace)
  const locate = useLocate()
  const near = peopleNear(positions, place, besides || null)
  if (near.length === 0) return <p className="note">{t('nearNobody', { metres: nearWithin })}</p>
  return (
    <>
      <Row gap={8}>
        <span className="quiet">{t('near')}</span>
        <b>{t('nearPeople', { n: near.length })}</b>
        <span className={`${styles['age']}`}>{t('nearHint', { metres: nearWithin })}</span>
      </Row>
      <div className={styles['people']}>
        {near.slice(0, named.people).map(({ id, name, key, metres }) => (
          <button
            key={id}
            type="button"
            className={styles['person']}
            disabled={!locate}
            onClick={() => locate?.(addressOf('trackRealMgmt', { object: key }))}
          >
            <span className="linked ellipsis">{name}</span>
            <span className="fixed soft">{t('metres', { n: Math.round(metres) })}</span>
          </button>
        ))}
      </div>
    </>
  )
}

const Hazards = ({ areaId }: { readonly areaId: string }) => {
  const t = useTexts(alarmTexts)
  const { data } = useCall(hazardCalls.listBsHazardPointAll, undefined, { staleTime: thingsFresh })
  const names = useMemo(
    () =>
      data
        ? whole(data)
            .filter((point) => point.areaId === areaId && point.enable === 1)
            .map(({ name }) => name)
        : [],
    [data, areaId],
  )
  if (names.length === 0) return null
  return (
    <p className={styles['listed']}>
      <span className="quiet">{t('hazards')}</span> {names.slice(0, named.hazards).join(t('comma'))}
      {names.length > named.hazards && ` +${names.length - named.hazards}`}
    </p>
  )
}

const Cameras = ({ place: [lng, lat] }: { readonly place: Point }) => {
  const t = useTexts(alarmTexts)
  const { around } = useCameras([lng, lat])
  if (around === null) return null
  const seeing = around.filter(({ sees }) => sees)
  const names = seeing
    .slice(0, named.cameras)
    .map(({ camera, metres }) => `${camera.name} ${t('metres', { n: Math.round(metres) })}`)
  return (
    <p className={styles['listed']}>
      <span className="quiet">{t('cameras')}</span> {seeing.length === 0 ? t('noCamera') : names.join(t('comma'))}
      {seeing.length > named.cameras && ` +${seeing.length - named.cameras}`}
    </p>
  )
}

/** Cameras around a place; null until they are known. */
const useCameras = ([lng, lat]: Point) => {
  const { data, error, refetch } = useCall(videoCalls.listBsCameraAll, undefined, { staleTime: thingsFresh })
  const around = useMemo(() => (data ? camerasAround(whole(data), [lng, lat]) : null), [data, lng, lat])
  return { around, error, refetch }
}

/** Metres within which a camera that does not see a place is worth naming, and how many are. */
const cameraWithin = 300
const camerasListed = 5
const sides = ['north', 'northEast', 'east', 'southEast', 'south', 'southWest', 'west', 'northWest'] as const

/** The nearest cameras, where they stand from here and which of them see it. */
export const CamerasAround = ({ place }: { readonly place: Point }) => {
  const t = useTexts(alarmTexts)
  const mayOpen = useCan('cameraMgmt')
  const { around, error, refetch } = useCameras(place)
  if (around === null) return <ListWaits error={error} onRetry={() => void refetch()} />
  const listed = around.filter(({ sees, metres }) => sees || metres <= cameraWithin).slice(0, camerasListed)
  // Where nothing tells of any camera whether it is on, nothing is said of it.
  const isTold = around.some(({ camera }) => camera.online === onlineState.code.online)
  if (listed.length === 0) return <p className="note">{t('noCameraNear', { metres: cameraWithin })}</p>
  return (
    <ul className="list">
      {listed.map(({ camera: { id, name, online }, metres, side, sees }) => (
        <li key={id} className={parts['camera']} data-sees={sees}>
          <Icon name="camera" size={16} />
          {mayOpen ? (
            <Link to={addressOf('cameraMgmt', { id })} className="grow ellipsis" title={name}>
              {name}
            </Link>
          ) : (
            <span className="grow ellipsis" title={name}>
              {name}
            </span>
          )}
          {isTold && online !== onlineState.code.online && <span className="fixed quiet">{t('cameraOff')}</span>}
          {sees && <span className={parts['sees']}>{t('seesIt')}</span>}
          <span className={parts['away']}>{t('awayTo', { side: t(sides[side] ?? 'north'), n: Math.round(metres) })}</span>
        </li>
      ))}
    </ul>
  )
}
