import type { alarmList } from '@vigil/contract/alarms/alarm-list.ts'
import { alarmSourceKind } from '@vigil/contract/alarms/entities.ts'
import { alarmFigures, pickedFigures } from '@vigil/contract/alarms/statistics.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { useAreaName } from '../../shared/map/map-data.ts'
import type { FilterDefinition, ToldFilterProps } from '../../shared/spec/definitions.ts'
import { formatDuration } from '../../shared/time/format.ts'
import { lastSecondOf } from './statistics/period.ts'
import { alarmTexts } from './texts.ts'

type Told = ToldFilterProps<typeof alarmList>

const readHours = (value: string) => {
  const [, from, until] = /^(\d{1,2})-(\d{1,2})$/.exec(value) ?? []
  return from === undefined || until === undefined ? undefined : { from: Number(from), until: Number(until) }
}
const readSeconds = (value: string) => (/^\d{1,9}(\.\d+)?$/.test(value) ? Number(value) : undefined)
const readSource = (value: string) => {
  const [, kind, id] = /^(\w+):(.+)$/.exec(value) ?? []
  return alarmSourceKind.schema.safeParse(kind).success ? { kind, id } : undefined
}
const readPlace = (value: string) => {
  const [, areaId, areaName] = /^(\d*):(.*)$/.exec(value) ?? []
  return areaId === undefined ? undefined : { areaId: areaId || null, areaName: areaName ?? '' }
}
const readPlaces = (value: string) => {
  const places = value.split('\n').map(readPlace)
  return places.every((one) => one !== undefined) ? places : undefined
}
const readCounted = (value: string) => {
  const [name, startTime = '', endTime = ''] = value.split('~')
  const figure = pickedFigures.find((one) => one === name)
  const moment = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/
  return figure && moment.test(startTime) && moment.test(endTime) ? { figure, startTime, endTime } : undefined
}

const Wanted = () => <>{useTexts(alarmTexts)('wantedOnly')}</>
const AnyStatus = () => <>{useTexts(alarmTexts)('anyStatus')}</>
const OpenOnly = () => <>{useTexts(alarmTexts)('openOnly')}</>
const Hours = ({ value }: Told) => <>{useTexts(alarmTexts)('duringHours', { hours: value.replace('-', '–') })}</>
const HandledBy = ({ rows: [first] }: Told) => <>{useTexts(alarmTexts)('handledByOne', { name: first?.handleUser ?? '' })}</>
const SlowerThan = ({ value }: Told) => {
  const t = useTexts(alarmTexts)
  const { language } = useLanguage()
  return <>{t('slowerThan', { time: formatDuration(Number(value) * 1_000, language) })}</>
}
const Source = ({ rows: [first] }: Told) => <>{useTexts(alarmTexts)('fromSource', { name: first?.source.label ?? '' })}</>
const InPlace = ({ value }: Told) => {
  const t = useTexts(alarmTexts)
  const nameOf = useAreaName()
  const name = readPlace(value)?.areaName ?? ''
  return <>{t('inPlace', { name: nameOf(name === '' ? null : { name }) })}</>
}
const Elsewhere = ({ value }: Told) => <>{useTexts(alarmTexts)('elsewhere', { n: readPlaces(value)?.length ?? 0 })}</>
const Counted = ({ value }: Told) => {
  const t = useTexts(alarmTexts)
  const { language } = useLanguage()
  const counted = readCounted(value)
  if (!counted) return null
  const { figure, startTime, endTime } = counted
  const what = alarmFigures[figure][language]
  if (figure === 'stale') return <>{t('countedAt', { what, time: endTime.slice(0, 16) })}</>
  const [first, last] = [startTime.slice(0, 10), lastSecondOf(endTime).slice(0, 10)]
  return <>{t('countedIn', { what, period: first === last ? first : `${first} – ${last}` })}</>
}

/** What leads from a number of the statistics to exactly the alarms that it counts. */
export const countedFilters: readonly FilterDefinition<typeof alarmList>[] = [
  { name: 'wanted', told: Wanted, toBody: (value) => (value === '1' ? true : undefined) },
  { name: 'anyStatus', told: AnyStatus, toBody: (value) => (value === '1' ? true : undefined) },
  { name: 'openOnly', told: OpenOnly, toBody: (value) => (value === '1' ? true : undefined) },
  { name: 'hours', told: Hours, toBody: readHours },
  { name: 'handledBy', told: HandledBy, toBody: (value) => value },
  { name: 'slowerThan', told: SlowerThan, toBody: readSeconds },
  { name: 'source', told: Source, toBody: readSource },
  { name: 'place', told: InPlace, toBody: readPlace },
  { name: 'notPlaces', told: Elsewhere, toBody: readPlaces },
  { name: 'counted', told: Counted, toBody: readCounted },
]
