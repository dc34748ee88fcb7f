import { alarmCondition } from '@vigil/contract/alarms/entities.ts'
import { alarmLevel } from '@vigil/contract/hazards/entities.ts'
import { Button, Tooltip } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import type { ObjectAlarm } from '../../shared/live/alarm-book.ts'
import { alarmNameIn } from '../../shared/live/alarm-name.ts'
import { useServerNow, useThing, type LiveThing } from '../../shared/live/hooks.ts'
import { deviceKey, presence } from '../../shared/moving/position-store.ts'
import { nameOfThing } from '../../shared/moving/thing-name.ts'
import { batteryStep, useSiteLimits } from '../../shared/live/site-limits.ts'
import { addressOf } from '../../shared/routes/address.ts'
import { useBroadcast } from '../../shared/calling/broadcasting.ts'
import { usePlaceCall } from '../../shared/calling/calling.ts'
import { useCan } from '../../shared/session/session.ts'
import { formatAge } from '../../shared/time/format.ts'
import { Icon, type IconName } from '../../shared/ui/icon.tsx'
import { Row } from '../../shared/ui/layout.tsx'
import { LevelMark } from '../../shared/ui/level-mark.tsx'
import { EmptyState } from '../../shared/ui/states.tsx'
import styles from './positions.module.css'
import { stateTexts } from './state-texts.ts'
import { positionTexts } from './texts.ts'

interface ObjectCardProps {
  readonly id: number | null
  readonly alarm: ObjectAlarm | null
  /** Where a place lies, in words. */
  readonly placeOf: (lng: number, lat: number) => string
  readonly following: boolean
  readonly onFollow: (follow: boolean) => void
  readonly trail: boolean
  readonly trailLoading: boolean
  readonly trailEmpty: boolean
  readonly onTrail: (show: boolean) => void
  readonly onLocate: () => void
  readonly onClose: () => void
  /** There is little room: two lines until it is opened. */
  readonly brief: boolean
}

/** Everything the live link tells of one person or vehicle, and what can be done from here. */
export const ObjectCard = (props: ObjectCardProps) => {
  const t = useTexts(positionTexts)
  const thing = useThing(props.id)
  if (!thing) {
    return (
      <section className={`${styles['panel']} ${styles['card']}`}>
        <Row as="header" gap={10} pad="12px 8px 10px 12px">
          <CloseButton onClose={props.onClose} />
        </Row>
        <EmptyState icon="unlink" title={t('leftDirectory')} hint={t('leftDirectoryHint')} />
      </section>
    )
  }
  return <Card {...props} thing={thing} />
}

const CloseButton = ({ onClose }: { readonly onClose: () => void }) => {
  const t = useTexts(positionTexts)
  return (
    <Button
      type="text"
      className={styles['close'] ?? ''}
      aria-label={t('close')}
      onClick={onClose}
      icon={<Icon name="close" />}
    />
  )
}

const Card = ({
  thing,
  alarm,
  placeOf,
  following,
  onFollow,
  trail,
  trailLoading,
  trailEmpty,
  onTrail,
  onLocate,
  onClose,
  brief,
}: ObjectCardProps & { readonly thing: LiveThing }) => {
  const [whole, setWhole] = useState(false)
  const seesTracks = useCan('trackHisMgmt')
  const t = useTexts(positionTexts)
  const { object, sighting, state } = thing
  const isCar = object.deviceType === 'car'
  const name = nameOfThing(object)
  const about = [object.deptName, isCar ? object.userName : object.post].filter(Boolean).join(' · ')

  return (
    <section className={`${styles['panel']} ${styles['card']}`} aria-label={name} data-strip="">
      <Row as="header" gap={10} pad="12px 8px 10px 12px">
        <span className={styles['face']}>{isCar ? <Icon name="truck" size={22} /> : name.slice(0, 1)}</span>
        <div className={styles['who']}>
          <h2 className="ellipsis" title={name}>
            {name}
          </h2>
          {brief && !whole ? (
            <BriefLine thing={thing} placeOf={placeOf} />
          ) : (
            <div className="ellipsis soft" title={about}>
              {about || t('unbound')}
            </div>
          )}
        </div>
        <span className={styles['state']} data-state={state === presence.online ? 'on' : 'off'}>
          {t(stateTexts[state])}
        </span>
        {brief && (
          <Button
            type="text"
            aria-label={t(whole ? 'less' : 'more')}
            aria-expanded={whole}
            onClick={() => setWhole(!whole)}
            icon={<Icon name={whole ? 'down' : 'up'} />}
          />
        )}
        <CloseButton onClose={onClose} />
      </Row>
      {(!brief || whole) && (
        <>
          {alarm && <AlarmStrip alarm={alarm} />}
          <div className={styles['actions']}>
            <CallAction thing={thing} />
            <Action icon="message" text={t('message')} disabled={t('notOpen')} />
            <BroadcastAction thing={thing} />
            <Action
              icon="route"
              text={t('track')}
              pressed={trail}
              busy={trailLoading}
              hint={t('trailHint')}
              onClick={() => onTrail(!trail)}
            />
            <Action icon="camera" text={t('camera')} disabled={t('notOpen')} />
          </div>
          <Facts thing={thing} placeOf={placeOf} />
          {trail && trailEmpty && <p className={styles['nothing']}>{t('trailEmpty')}</p>}
          <footer className={styles['cardFoot']}>
            <Button
              type={following ? 'primary' : 'default'}
              disabled={!sighting}
              onClick={() => onFollow(!following)}
              icon={<Icon name="target" size={16} />}
            >
              {following ? t('following') : t('follow')}
            </Button>
            <Button onClick={onLocate} icon={<Icon name="pin" size={16} />}>
              {t('locate')}
            </Button>
            {seesTracks && <Link to={addressOf('trackHisMgmt', { devices: deviceKey(object) })}>{t('trackHistory')}</Link>}
          </footer>
        </>
      )}
    </section>
  )
}

/** Where it is, since when, and its battery, in one line. */
const BriefLine = ({ thing: { sighting }, placeOf }: ThingProps) => {
  const t = useTexts(positionTexts)
  const { language } = useLanguage()
  const now = useServerNow()
  const told = sighting
    ? [
        placeOf(sighting.lng, sighting.lat),
        ...(sighting.floor === null ? [] : [t('floor', { n: sighting.floor })]),
        formatAge(now - sighting.fixAt, language),
        ...(sighting.battery === null ? [] : [`${t('battery')} ${sighting.battery}%`]),
      ].join(' · ')
    : t('noPosition')
  return (
    <div className="ellipsis soft" title={told}>
      {told}
    </div>
  )
}

type ThingProps = Pick<ObjectCardProps, 'placeOf'> & { readonly thing: LiveThing }

/** What its last report said, and what stands in the directory. */
const Facts = ({ thing: { object, sighting, state }, placeOf }: ThingProps) => {
  const t = useTexts(positionTexts)
  const { language } = useLanguage()
  const now = useServerNow()
  /** `besides`: left out where the card is a strip. */
  const facts: [label: string, value: React.ReactNode, besides?: true][] = []
  if (sighting) {
    facts.push([
      t('currentPlace'),
      [placeOf(sighting.lng, sighting.lat), sighting.floor === null ? '' : t('floor', { n: sighting.floor })]
        .filter(Boolean)
        .join(' · '),
    ])
    facts.push([
      t('fix'),
      <span key="fix" className={state === presence.online ? '' : 'quiet'}>
        {[
          formatAge(now - sighting.fixAt, language),
          ...(sighting.accuracy === null ? [] : [t('accuracy', { n: sighting.accuracy })]),
        ].join(' · ')}
      </span>,
    ])
  } else facts.push([t('fix'), <span key="none">{t('noPosition')}</span>])
  facts.push([t(object.deviceType), [object.label, ...(object.sipId ? [`SIP ${object.sipId}`] : [])].join(' · ')])
  facts.push([t('terminal'), object.deviceId, true])
  if (sighting && sighting.battery !== null) {
    facts.push([t('battery'), <Battery key="battery" percent={sighting.battery} />])
  }
  if (sighting && sighting.speed !== null) facts.push([t('speed'), `${sighting.speed.toFixed(1)} km/h`, true])
  if (object.mobile) facts.push([t('phone'), object.mobile])

  return (
    <dl className={styles['facts']}>
      {facts.map(([label, value, besides]) => (
        <div key={label} data-besides={besides}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const AlarmStrip = ({ alarm: { level, returned, alarm } }: { readonly alarm: ObjectAlarm }) => {
  const t = useTexts(positionTexts)
  const { language } = useLanguage()
  const mayOpen = useCan('alarmRealMgmt')
  const told = [
    alarmLevel.name(level, language),
    alarmNameIn(alarm, language),
    ...(returned ? [alarmCondition.name(alarm.condition, language)] : []),
  ].join(' · ')
  const content = (
    <>
      <LevelMark level={level} />
      <span className={styles['name']} title={told}>
        {told}
      </span>
    </>
  )
  const look = { className: styles['alarmStrip'], 'data-level': returned ? undefined : level }
  return mayOpen ? (
    <Link {...look} to={addressOf('alarmRealMgmt', { alarm: alarm.id })}>
      {content}
      <span>{t('alarmOf')}</span>
    </Link>
  ) : (
    <div {...look}>{content}</div>
  )
}

/** Calls who wears the helmet. */
const CallAction = ({ thing: { object } }: { readonly thing: LiveThing }) => {
  const t = useTexts(positionTexts)
  const place = usePlaceCall()
  const { sipId } = object
  const why = sipId === '' ? t('noSipNumber') : place ? undefined : t('mayNotCall')
  const call = (): void => place?.({ number: sipId, name: object.userName ?? object.label })
  return <Action icon="phone" text={t('call')} {...(why === undefined ? {} : { disabled: why })} onClick={call} />
}

/** Says something to it; only helmets speak. */
const BroadcastAction = ({ thing: { object } }: { readonly thing: LiveThing }) => {
  const t = useTexts(positionTexts)
  const broadcast = useBroadcast()
  const why = object.deviceType !== 'hat' ? t('noSpeaker') : broadcast ? undefined : t('mayNotBroadcast')
  return (
    <Action
      icon="horn"
      text={t('broadcast')}
      {...(why === undefined ? {} : { disabled: why })}
      onClick={() => broadcast?.({ deviceIds: [object.deviceId] })}
    />
  )
}

interface ActionProps {
  readonly icon: IconName
  readonly text: string
  /** Why it cannot be used. */
  readonly disabled?: string
  readonly hint?: string
  readonly pressed?: boolean
  readonly busy?: boolean
  readonly onClick?: () => void
}

const Action = ({ icon, text, disabled, hint, pressed = false, busy = false, onClick }: ActionProps) => (
  <Tooltip title={disabled ?? hint}>
    <button
      type="button"
      className={styles['action']}
      aria-disabled={disabled !== undefined}
      aria-pressed={disabled === undefined ? pressed : undefined}
      aria-busy={busy}
      onClick={disabled === undefined ? onClick : undefined}
    >
      <Icon name={icon} />
      {text}
    </button>
  </Tooltip>
)

const Battery = ({ percent }: { readonly percent: number }) => {
  const site = useSiteLimits()
  return (
    <span className={styles['battery']} data-step={batteryStep(percent, site)}>
      <span className={styles['bar']}>
        <i style={{ width: `${percent}%` }} />
      </span>
      {percent}%
    </span>
  )
}
