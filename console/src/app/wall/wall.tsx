import { whole } from '@vigil/contract/kernel/client.ts'
import { videoCalls } from '@vigil/contract/video/calls.ts'
import { useEffect } from 'react'
import { startWatching } from '../../features/alarms/watching.ts'
import { daysSince } from '../../features/dashboard/aggregate.ts'
import { useSiteDay } from '../../features/dashboard/queries.ts'
import { useCall } from '../../shared/api/queries.ts'
import { useSite } from '../../shared/api/site.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { useServerNow } from '../../shared/live/hooks.ts'
import { useLiveLink } from '../../shared/live/live.ts'
import { liveMoving } from '../../shared/live/live-moving.ts'
import { useOverview } from '../../shared/live/overview.ts'
import { MovingContext } from '../../shared/moving/moving-source.ts'
import { useCan } from '../../shared/session/session.ts'
import { useSoundLocked } from '../../shared/sound/sound.ts'
import { formatAge, formatSpan } from '../../shared/time/format.ts'
import { useNow } from '../../shared/time/now.ts'
import { toSiteTime } from '../../shared/time/site-time.ts'
import { Icon } from '../../shared/ui/icon.tsx'
import { Logo } from '../../shared/ui/logo.tsx'
import { wallTexts } from './texts.ts'
import { useScale } from './use-scale.ts'
import { WallAlarms } from './wall-alarms.tsx'
import { WallMap } from './wall-map.tsx'
import { WallPeople } from './wall-people.tsx'
import { AlarmsOfToday } from './wall-today.tsx'
import styles from './wall.module.css'

/** Milliseconds without a message after which what is shown counts as old. */
const oldAfter = 8_000

/** Milliseconds since anything was heard; null while that is recent enough for what is shown to be the present state. */
const useOldFor = (): number | null => {
  const { heardAt } = useLiveLink()
  const now = useNow()
  return heardAt === null || now - heardAt < oldAfter ? null : now - heardAt
}

/** Everything at once, with what it is worth: the moment the link is lost it is no present state any more, and says so. */
export const Wall = () => {
  const { style } = useScale()
  const oldFor = useOldFor()
  useEffect(startWatching, [])
  return (
    <main className={styles['wall']} style={style}>
      <Head isOld={oldFor !== null} />
      <MovingContext value={liveMoving}>
        <div className={styles['parts']} data-old={oldFor !== null}>
          <WallPeople />
          <div className={styles['middle']}>
            <WallMap />
            <AlarmsOfToday />
          </div>
          <WallAlarms />
          <Foot />
        </div>
      </MovingContext>
      {oldFor !== null && <Lost for={oldFor} />}
    </main>
  )
}

const Lost = ({ for: oldFor }: { readonly for: number }) => {
  const t = useTexts(wallTexts)
  const { language } = useLanguage()
  const now = useServerNow()
  return (
    <div className={styles['lost']} role="alert">
      <Icon name="unlink" size={96} />
      <strong>{t('lost', { age: formatSpan(oldFor, language) })}</strong>
      <span>{t('lostHint', { time: toSiteTime(now - oldFor).slice(5, 16) })}</span>
    </div>
  )
}

const Head = ({ isOld }: { readonly isOld: boolean }) => {
  const t = useTexts(wallTexts)
  const { language } = useLanguage()
  const name = useSite().data?.name ?? ''
  const { link, heardAt } = useLiveLink()
  const soundLocked = useSoundLocked()
  const age = useNow() - (heardAt ?? 0)
  const isLive = link.kind === 'live' || link.kind === 'stale'
  return (
    <header className={styles['head']}>
      <Logo size={60} />
      <h1 className="ellipsis grow">{name && t('watch', { site: name })}</h1>
      {soundLocked && (
        <span className={styles['silent']}>
          <Icon name="soundOff" size={24} /> {t('silent')}
        </span>
      )}
      <span className={styles['link']} data-good={isLive && !isOld}>
        <i className="dot" />
        {isLive && heardAt !== null ? t('data', { age: formatAge(age, language) }) : t('noData')}
      </span>
      <Clock />
    </header>
  )
}

const Clock = () => {
  const { language } = useLanguage()
  const time = toSiteTime(useServerNow())
  const day = new Date(`${time.slice(0, 10)}T00:00:00Z`)
  const format = new Intl.DateTimeFormat(language === 'zh' ? 'zh-CN' : 'en-GB', {
    timeZone: 'UTC',
    month: 'long',
    day: 'numeric',
    weekday: 'long',
  })
  return (
    <>
      <span className="soft oneLine">{format.format(day)}</span>
      <time className={styles['clock']}>{time.slice(11, 16)}</time>
    </>
  )
}

/** Milliseconds between two looks at the cameras. */
const camerasEvery = 60_000

/** How many there are, and how many of them are on where any says so; nothing where there are none. */
const Cameras = () => {
  const t = useTexts(wallTexts)
  const { data } = useCall(videoCalls.listBsCameraAll, undefined, { refetchEvery: camerasEvery })
  const cameras = (data ? whole(data) : []).filter(({ enable }) => enable === 1)
  if (cameras.length === 0) return null
  const online = cameras.filter((camera) => camera.online === 1).length
  const isKnown = online > 0
  return (
    <div>
      {t(isKnown ? 'camerasOnline' : 'cameras')}{' '}
      {isKnown ? (
        <>
          <b>{online}</b> / {cameras.length}
        </>
      ) : (
        <b>{cameras.length}</b>
      )}
    </div>
  )
}

const Foot = () => {
  const t = useTexts(wallTexts)
  const { known, byKind } = useOverview()
  const { data } = useSite()
  const siteDay = useSiteDay()
  const seesCameras = [useCan('trackRealMgmt'), useCan('alarmRealMgmt')].some(Boolean)
  const days = data ? daysSince(data.safeSince, siteDay) : null
  const offline = Object.values(byKind).reduce((sum, { online, total }) => sum + total - online, 0)
  const online = ({ online, total }: { readonly online: number; readonly total: number }) =>
    known ? (
      <>
        <b>{online}</b> / {total}
      </>
    ) : (
      <b>—</b>
    )
  return (
    <footer className={`${styles['card']} ${styles['foot']}`}>
      <div>
        {t('safeDays')} <b className="good">{days ?? '—'}</b> {days !== null && t('days')}
      </div>
      <div>
        {t('hats')} {online(byKind.hat)}
      </div>
      <div>
        {t('badges')} {online(byKind.badge)}
      </div>
      <div>
        {t('cars')} {online(byKind.car)}
      </div>
      {seesCameras && <Cameras />}
      <div>
        {t('offline')} <b>{known ? offline : '—'}</b>
      </div>
    </footer>
  )
}
