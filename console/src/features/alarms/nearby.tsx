import type { Alarm } from '@vigil/contract/alarms/entities.ts'
import type { Point } from '@vigil/contract/hazards/entities.ts'
import { hazardCalls } from '@vigil/contract/hazards/calls.ts'
import { whole } from '@vigil/contract/kernel/client.ts'
import { videoCalls } from '@vigil/contract/video/calls.ts'
import { useMemo } from 'react'
import { useCall } from '../../shared/api/queries.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { usePositionsPulse, type LiveThing } from '../../shared/live/hooks.ts'
import { positions } from '../../shared/live/live.ts'
import { addressOf } from '../../shared/routes/address.ts'
import { useCan } from '../../shared/session/session.ts'
import { Row } from '../../shared/ui/layout.tsx'
import { useLocate } from './actions.tsx'
import { areaOfDanger, camerasThatSee, nearWithin, peopleNear } from './near.ts'
import { alarmTexts } from './texts.ts'
import { useWhereNow } from './use-alarms.ts'
import styles from './alarm-column.module.css'

/** Milliseconds between two looks at who is near, and for which cameras and hazards are taken as they were. */
const peoplePace = 2_000
const thingsFresh = 10 * 60_000
/** How many are named. */
const named = { people: 3, hazards: 3, cameras: 2 }

interface NearbyProps {
  readonly alarm: Alarm
  readonly thing: LiveThing | null
}

/** Who is near, what is dangerous there, and which cameras see it; of what the reader may see. */
export const Nearby = ({ alarm, thing }: NearbyProps) => {
  const { lng, lat } = thing?.sighting ?? alarm
  const seesHazards = useCan('trackRealMgmt')
  const seesCameras = useCan('alarmRealMgmt') || seesHazards
  const areaId = areaOfDanger(alarm, useWhereNow(alarm, thing).area)
  return (
    <div className={styles['nearby']}>
      {lng !== null && lat !== null && (
        <>
          <People place={[lng, lat]} besides={thing?.object.userId ?? alarm.userName} />
          {seesCameras && <Cameras place={[lng, lat]} />}
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
  const { data } = useCall(videoCalls.listBsCameraAll, undefined, { staleTime: thingsFresh })
  const seeing = useMemo(() => (data ? camerasThatSee(whole(data), [lng, lat]) : null), [data, lng, lat])
  if (seeing === null) return null
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
