import { nameOfThing } from '../../shared/moving/thing-name.ts'
import { Button, Checkbox, Dropdown } from 'antd'
import { useDeferredValue } from 'react'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { serverNow } from '../../shared/live/live.ts'
import { notify } from '../../shared/notices/notices.ts'
import { IconButton, TextButton } from '../../shared/ui/bare-buttons.tsx'
import { Icon } from '../../shared/ui/icon.tsx'
import type { Span } from './address.ts'
import { colourVariable } from './colours.ts'
import { exportKinds, mostExported, save, toldOf, type ExportKind } from './exports.ts'
import { type Recorded } from './recorded.ts'
import { trackTexts } from './texts.ts'
import styles from './tracks.module.css'
import type { AlarmsThen } from './use-alarms-then.ts'

interface LegendProps {
  readonly tracks: readonly Recorded[]
  readonly startAt: number
  readonly span: Span
  /** Devices that were asked for and not answered. */
  readonly absent: number
  readonly alarms: AlarmsThen
  readonly hidden: ReadonlySet<number>
  readonly onHide: (hidden: ReadonlySet<number>) => void
  /** Of each only the way of the last minutes is drawn. */
  readonly tails: boolean
  readonly onTails: (tails: boolean) => void
  readonly selected: number | null
  readonly onSelect: (id: number) => void
  readonly following: number | null
  readonly onFollow: (id: number | null) => void
  readonly onChange: () => void
}

const exportTexts = { fixes: 'exportFixes', figures: 'exportFigures', gpx: null, kml: null } as const

/** As many as any screen has room for: the others follow once the map is there. */
const firstRows = 40

/** Whose tracks are open, in which colour, with what they say of themselves. */
export const Legend = (props: LegendProps) => {
  const { tracks, startAt, span, absent, alarms, hidden, onHide, onChange } = props
  const t = useTexts(trackTexts)
  const { language } = useLanguage()
  const rows = useDeferredValue(tracks.length, firstRows)
  const shown = tracks.filter(({ device }) => !hidden.has(device.id))
  const saveAs = (kind: ExportKind): void => {
    const fixes = shown.reduce((sum, { track }) => sum + track.count, 0)
    if (kind !== 'figures' && fixes > mostExported) notify.error(t('exportTooMuch', { n: fixes, most: mostExported }))
    else save(kind, { tracks: shown, startAt, language }, serverNow())
  }
  const notes = [
    ...(absent > 0 ? [t('absent', { n: absent })] : []),
    ...(alarms.cut ? [t('alarmsCut', { n: alarms.marks.length })] : []),
    ...(alarms.failed ? [t('alarmsFailed')] : []),
  ]
  return (
    <section className={styles['panel']} aria-label={t('tracks')}>
      <header className={styles['head']}>
        <h2 className="grow">{t('tracks')}</h2>
        <Dropdown
          trigger={['click']}
          menu={{
            items: (Object.keys(exportKinds) as ExportKind[]).map((key) => {
              const text = exportTexts[key]
              return { key, label: text === null ? key.toUpperCase() : t(text) }
            }),
            onClick: ({ key }) => saveAs(key as ExportKind),
          }}
        >
          <Button size="small" disabled={shown.length === 0} icon={<Icon name="download" size={16} />}>
            {t('export')}
          </Button>
        </Dropdown>
        <Button size="small" onClick={onChange}>
          {t('change')}
        </Button>
      </header>
      <div className={`fixed ruled ${styles['about']}`}>
        <div>{`${span.from} – ${span.to.slice(0, 10) === span.from.slice(0, 10) ? span.to.slice(11) : span.to}`}</div>
        {notes.map((note) => (
          <p key={note} className="note">
            {note}
          </p>
        ))}
        <Checkbox checked={props.tails} onChange={({ target }) => props.onTails(target.checked)}>
          {t('tails')}
        </Checkbox>
        {hidden.size > 0 && <TextButton onClick={() => onHide(new Set())}>{t('showAll')}</TextButton>}
      </div>
      <ul className="list scroll">
        {tracks.slice(0, rows).map((recorded, index) => (
          <LegendRow key={recorded.key} {...props} recorded={recorded} index={index} />
        ))}
      </ul>
      <footer className={styles['foot']}>
        <p className="note">{t('gapLegend')}</p>
        <p className="note">{t('stopLegend')}</p>
      </footer>
    </section>
  )
}

interface LegendRowProps extends Pick<LegendProps, 'hidden' | 'onHide' | 'selected' | 'onSelect' | 'following' | 'onFollow'> {
  readonly recorded: Recorded
  readonly index: number
}

const LegendRow = ({ recorded, index, hidden, onHide, selected, onSelect, following, onFollow }: LegendRowProps) => {
  const t = useTexts(trackTexts)
  const { language } = useLanguage()
  const { device, track } = recorded
  const { id } = device
  const name = nameOfThing(device)
  const title = name === device.label ? name : `${name} ${device.label}`
  const told = track.count === 0 ? t('noFixes') : toldOf(recorded, language)
  const toggle = (): void => {
    const next = new Set(hidden)
    if (!next.delete(id)) next.add(id)
    onHide(next)
  }
  return (
    <li className={styles['row']} data-current={selected === id}>
      <Checkbox checked={!hidden.has(id)} disabled={track.count === 0} aria-label={t('show', { name })} onChange={toggle} />
      <i className={styles['swatch']} style={{ background: colourVariable(index) }} aria-hidden="true" />
      <button
        type="button"
        className={styles['choose']}
        aria-current={selected === id}
        disabled={track.count === 0}
        title={title}
        onClick={() => onSelect(id)}
      >
        {title}
      </button>
      {track.count > 0 && (
        <IconButton
          small
          label={t(following === id ? 'unfollow' : 'follow')}
          onClick={() => onFollow(following === id ? null : id)}
        >
          <Icon name="target" size={16} className={following === id ? 'linked' : 'quiet'} />
        </IconButton>
      )}
      <span className={styles['told']} title={told}>
        {told}
      </span>
    </li>
  )
}
