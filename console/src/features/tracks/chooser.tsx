import { nameOfThing } from '../../shared/moving/thing-name.ts'
import { deviceType } from '@vigil/contract/devices/entities.ts'
import { positionCalls } from '@vigil/contract/positions/calls.ts'
import type { TrackedDevice } from '@vigil/contract/positions/entities.ts'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { useCall } from '../../shared/api/queries.ts'
import type { Rank } from '../../shared/find/pinyin.ts'
import { useRank } from '../../shared/find/use-rank.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { serverNow } from '../../shared/live/live.ts'
import { deviceKey } from '../../shared/moving/position-store.ts'
import { TextButton } from '../../shared/ui/bare-buttons.tsx'
import { Icon, type IconName } from '../../shared/ui/icon.tsx'
import { Row, Stack } from '../../shared/ui/layout.tsx'
import { RowButton, RowList, RowWords } from '../../shared/ui/row-list.tsx'
import { SearchInput } from '../../shared/ui/search-input.tsx'
import { EmptyState, ErrorState } from '../../shared/ui/states.tsx'
import type { Span } from './address.ts'
import { SpanFields, spanOf, type Ends } from './span-fields.tsx'
import { hoursOf, openLimits, presets, tooMuch } from './spans.ts'
import { trackTexts } from './texts.ts'
import styles from './tracks.module.css'

interface ChooserProps {
  /** What the address names. */
  readonly devices: readonly string[]
  readonly span: Span | null
  readonly onOpen: (devices: readonly string[], span: Span) => void
  /** Who was at a place is asked instead. */
  readonly onPlace: () => void
  /** Absent: nothing is open to go back to. */
  readonly onBack?: (() => void) | undefined
}

const icons: Readonly<Record<TrackedDevice['deviceType'], IconName>> = { hat: 'helmet', badge: 'badge', car: 'truck' }
/** Rows that are drawn; the rest is found by its name. */
const mostRows = 300

const found = (devices: readonly TrackedDevice[], query: string, rank: Rank): TrackedDevice[] => {
  if (query === '') return [...devices].sort((a, b) => nameOfThing(a).localeCompare(nameOfThing(b), 'zh'))
  return devices
    .flatMap((device) => {
      const ranks = [device.userName, device.label, device.deviceId, device.deptName].flatMap((text, at) => {
        const place = text === null ? null : rank(text, query)
        return place === null ? [] : [place + at * 1_000]
      })
      return ranks.length === 0 ? [] : [{ device, rank: Math.min(...ranks) }]
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ device }) => device)
}

/** Whose tracks, and of which time. */
export const Chooser = ({ devices, span, onOpen, onPlace, onBack }: ChooserProps) => {
  const t = useTexts(trackTexts)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(devices))
  const [ends, setEnds] = useState<Ends>(() => span ?? presets.lastHour(serverNow()))
  const whole = spanOf(ends)
  const much = whole && tooMuch(chosen.size, whole)
  const why =
    chosen.size === 0
      ? t('needDevices')
      : whole === null
        ? t('needSpan')
        : much === 'devices'
          ? t('tooManyDevices', { most: openLimits.devices })
          : much === 'days'
            ? t('tooManyDays', { most: openLimits.days })
            : much === 'deviceHours'
              ? t('tooManyHours', { devices: chosen.size, hours: hoursOf(whole), most: openLimits.deviceHours })
              : null
  return (
    <section className={styles['panel']} aria-label={t('choose')}>
      <header className={styles['head']}>
        <h2 className="grow">{t('choose')}</h2>
        <TextButton onClick={onPlace}>{t('inside')}</TextButton>
        {onBack && <TextButton onClick={onBack}>{t('back')}</TextButton>}
      </header>
      <DeviceList chosen={chosen} onChoose={setChosen} />
      <Stack className="fixed topped" gap={8} pad={12}>
        <SpanFields value={ends} onChange={setEnds} />
        {why !== null && chosen.size > 0 && <p className="note">{why}</p>}
        <Button
          type="primary"
          block
          disabled={why !== null}
          title={why ?? undefined}
          onClick={() => whole && onOpen([...chosen], whole)}
        >
          {t('open')}
        </Button>
      </Stack>
    </section>
  )
}

interface DeviceListProps {
  readonly chosen: ReadonlySet<string>
  readonly onChoose: (chosen: ReadonlySet<string>) => void
}

const none: readonly TrackedDevice[] = []

const DeviceList = ({ chosen, onChoose }: DeviceListProps) => {
  const t = useTexts(trackTexts)
  const { language } = useLanguage()
  const rank = useRank()
  const [query, setQuery] = useState('')
  const all = useCall(positionCalls.listTrackDevices, undefined)
  const devices = all.data ?? none
  const rows = useMemo(() => found(devices, query.trim(), rank), [devices, query, rank])
  const keys = useMemo(() => rows.map(deviceKey), [rows])
  if (all.error && !all.data) return <ErrorState error={all.error} retrying={all.isFetching} onRetry={() => void all.refetch()} />
  if (all.data?.length === 0) return <EmptyState icon="devices" title={t('noDevices')} hint={t('noDevicesHint')} />
  const isWhole = keys.every((key) => chosen.has(key))
  const take = (): void => {
    const next = new Set(chosen)
    for (const key of keys)
      if (isWhole) next.delete(key)
      else next.add(key)
    onChoose(next)
  }
  const toggle = (key: string): void => {
    const next = new Set(chosen)
    if (!next.delete(key)) next.add(key)
    onChoose(next)
  }
  return (
    <>
      <Stack className="fixed ruled" gap={8} pad={12}>
        <SearchInput label={t('search')} value={query} onSearch={setQuery} />
        <Row gap={12}>
          <span className="grow soft">{t('chosen', { n: chosen.size })}</span>
          {rows.length > 0 && (
            <TextButton onClick={take}>{t(isWhole ? 'leaveFound' : 'takeFound', { n: rows.length })}</TextButton>
          )}
          {chosen.size > 0 && <TextButton onClick={() => onChoose(new Set())}>{t('clear')}</TextButton>}
        </Row>
      </Stack>
      {rows.length === 0 && all.data ? (
        <EmptyState icon="search" title={t('noneFound')} hint={t('noneFoundHint')} />
      ) : (
        <RowList aria-busy={!all.data}>
          {rows.slice(0, mostRows).map((device, at) => {
            const key = keys[at] ?? ''
            const isCar = device.deviceType === 'car'
            const detail = [
              isCar || device.userName !== null ? null : t('unworn'),
              isCar ? device.userName : device.userName === null ? null : device.label,
              device.deptName,
            ]
            return (
              <li key={key}>
                <RowButton aria-pressed={chosen.has(key)} onClick={() => toggle(key)}>
                  <span className={styles['icon']} title={deviceType.name(device.deviceType, language)}>
                    <Icon name={chosen.has(key) ? 'check' : icons[device.deviceType]} />
                  </span>
                  <RowWords name={nameOfThing(device)} detail={detail.filter(Boolean).join(' · ')} />
                </RowButton>
              </li>
            )
          })}
          {rows.length > mostRows && <li className={styles['more']}>{t('moreFound', { n: rows.length - mostRows })}</li>}
        </RowList>
      )}
    </>
  )
}
