import { nameOfThing } from '../../shared/moving/thing-name.ts'
import { deviceType } from '@vigil/contract/devices/entities.ts'
import type { Language } from '@vigil/contract/kernel/text.ts'
import { unknown16 } from '@vigil/contract/positions/frame.ts'
import type { Stop, Stretch } from '@vigil/contract/positions/track-rules.ts'
import { translate } from '../../shared/i18n/texts.ts'
import { formatDuration } from '../../shared/time/format.ts'
import { siteOffset, toSiteTime } from '../../shared/time/site-time.ts'
import { placeAt, type Recorded } from './recorded.ts'
import { trackTexts } from './texts.ts'

/** What is written to a file: opened tracks, with the figures that stand on the screen. */
export interface Exported {
  readonly tracks: readonly Recorded[]
  /** Where the columns' times count from, ms since 1970. */
  readonly startAt: number
  readonly language: Language
}

/** Positions in one file: about 80 MB. */
export const mostExported = 500_000

const two = (value: number): string => String(value).padStart(2, '0')

/** `2026-11-24T08:00:05.250+08:00`: a moment as the site's clock shows it, and by how much that is ahead of UTC. */
const zonedTimes = (): ((at: number) => string) => {
  // Asked for each fix, and another only from one quarter of an hour to the next.
  let known = { quarter: Number.NaN, ahead: 0, written: '' }
  return (at) => {
    const quarter = Math.floor(at / 900_000)
    if (known.quarter !== quarter) {
      const ahead = siteOffset(at)
      const minutes = Math.abs(Math.round(ahead / 60_000))
      known = { quarter, ahead, written: `${ahead < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}` }
    }
    return `${new Date(at + known.ahead).toISOString().slice(0, -1)}${known.written}`
  }
}

/** For a cell: quoted where it has to be, and never taken for a formula by whoever opens it. */
const cell = (value: string | number | null): string => {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
const line = (...cells: readonly (string | number | null)[]): string => `${cells.map(cell).join(',')}\r\n`
/** So that spreadsheets read it as UTF-8. */
const mark = '\u{FEFF}'

const tenths = (value: number | undefined): number | null => (value === undefined || value === unknown16 ? null : value / 10)
const kilometres = (metres: number): number => Math.round(metres / 10) / 100
const about = ({ device }: Recorded, language: Language) =>
  [deviceType.name(device.deviceType, language), device.deviceId, device.label, device.userName, device.deptName] as const

/** A row for each fix. */
export const fixesCsv = ({ tracks, startAt, language }: Exported): string[] => {
  const t = translate(trackTexts, language)
  const zoned = zonedTimes()
  const head = line(
    ...(['type', 'code', 'label', 'person', 'dept', 'stretch', 'time', 'lng', 'lat', 'speed', 'course'] as const).map((name) =>
      t(name),
    ),
  )
  const parts = tracks.map((recorded) => {
    const { track, figures } = recorded
    const of = about(recorded, language)
    let rows = ''
    for (const [index, { first, last }] of figures.stretches.entries())
      for (let at = first; at <= last; at += 1) {
        const when = zoned(startAt + (track.time[at] ?? 0))
        rows += line(...of, index + 1, when, ...placeAt(track, at), tenths(track.speed[at]), tenths(track.course[at]))
      }
    return rows
  })
  return [mark, head, ...parts]
}

/** A row for each device. */
export const figuresCsv = ({ tracks, language }: Exported): string[] => {
  const t = translate(trackTexts, language)
  const head = line(
    ...(['type', 'code', 'label', 'person', 'dept', 'fixes', 'trips', 'gaps'] as const).map((name) => t(name)),
    ...(['distanceKm', 'stopCount', 'stopMinutes', 'topSpeedKmh'] as const).map((name) => t(name)),
  )
  const rows = tracks.map((recorded) => {
    const { track, figures } = recorded
    const stopped = figures.stops.reduce((sum, { lasted }) => sum + lasted, 0)
    return line(
      ...about(recorded, language),
      track.count,
      figures.trips,
      Math.max(0, figures.stretches.length - 1),
      kilometres(figures.metres),
      figures.stops.length,
      Math.round(stopped / 6_000) / 10,
      figures.topSpeed,
    )
  })
  return [mark, head, ...rows]
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }
/** Characters that XML cannot say are left out. */
const xml = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[&<>"']/g, (character) => entities[character] ?? character)
    .replaceAll(/(?![\t\n\r])\p{Control}|[\u{FFFE}\u{FFFF}]/gu, '')

const titleOf = ({ device }: Recorded): string => {
  const name = nameOfThing(device)
  return name === device.label ? name : `${name} ${device.label}`
}
/** The figures in one line, as on the screen. */
export const toldOf = ({ figures: { metres, stops, topSpeed } }: Recorded, language: Language): string => {
  const t = translate(trackTexts, language)
  return [
    t('km', { n: kilometres(metres).toFixed(2) }),
    t('stops', { n: stops.length }),
    ...(topSpeed === null ? [] : [t('topSpeed', { n: topSpeed.toFixed(1) })]),
  ].join(' · ')
}
const stopTold = ({ lasted }: Stop, language: Language): string =>
  translate(trackTexts, language)('stopPoint', { span: formatDuration(lasted, language) })

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n'

/** GPX 1.1: a track for each device, a segment for each stretch, a way point for each stop. */
export const gpx = ({ tracks, startAt, language }: Exported): string[] => {
  const zoned = zonedTimes()
  const stops = tracks.flatMap((recorded) =>
    recorded.figures.stops.map((stop) => {
      const when = zoned(startAt + (recorded.track.time[stop.first] ?? 0))
      const name = `${titleOf(recorded)} ${stopTold(stop, language)}`
      return `<wpt lat="${stop.lat.toFixed(7)}" lon="${stop.lng.toFixed(7)}"><time>${when}</time><name>${xml(name)}</name></wpt>\n`
    }),
  )
  const parts = tracks.map((recorded) => {
    const { track, figures } = recorded
    let text = `<trk><name>${xml(titleOf(recorded))}</name><desc>${xml(toldOf(recorded, language))}</desc>\n`
    for (const { first, last } of figures.stretches) {
      text += '<trkseg>\n'
      for (let at = first; at <= last; at += 1) {
        const [lng, lat] = placeAt(track, at)
        text += `<trkpt lat="${lat}" lon="${lng}"><time>${zoned(startAt + (track.time[at] ?? 0))}</time></trkpt>\n`
      }
      text += '</trkseg>\n'
    }
    return `${text}</trk>\n`
  })
  return [
    declaration,
    '<gpx version="1.1" creator="Vigil" xmlns="http://www.topografix.com/GPX/1/1">\n',
    ...stops,
    ...parts,
    '</gpx>\n',
  ]
}

/** KML 2.2: a folder for each device, with a line for each stretch and a point for each stop. */
export const kml = ({ tracks, startAt, language }: Exported): string[] => {
  const zoned = zonedTimes()
  const parts = tracks.map((recorded) => {
    const { track, figures } = recorded
    const placemark = (name: string, { first, last }: Stretch, shape: string): string => {
      const [begin, end] = [first, last].map((at) => zoned(startAt + (track.time[at] ?? 0)))
      return `<Placemark><name>${xml(name)}</name><TimeSpan><begin>${begin}</begin><end>${end}</end></TimeSpan>${shape}</Placemark>\n`
    }
    const lines = figures.stretches.map((stretch) => {
      const { first, last } = stretch
      const places = Array.from({ length: last - first + 1 }, (_, at) => placeAt(track, first + at).join(','))
      // A line has two ends.
      const shape = first === last ? 'Point' : 'LineString'
      return placemark(titleOf(recorded), stretch, `<${shape}><coordinates>${places.join(' ')}</coordinates></${shape}>`)
    })
    const stops = figures.stops.map((stop) => {
      const place = `${stop.lng.toFixed(7)},${stop.lat.toFixed(7)}`
      return placemark(stopTold(stop, language), stop, `<Point><coordinates>${place}</coordinates></Point>`)
    })
    const head = `<name>${xml(titleOf(recorded))}</name><description>${xml(toldOf(recorded, language))}</description>`
    return `<Folder>${head}\n${lines.join('')}${stops.join('')}</Folder>\n`
  })
  return [declaration, '<kml xmlns="http://www.opengis.net/kml/2.2"><Document>\n', ...parts, '</Document></kml>\n']
}

export const exportKinds = {
  fixes: { write: fixesCsv, file: 'fileFixes', extension: 'csv', type: 'text/csv;charset=utf-8' },
  figures: { write: figuresCsv, file: 'fileFigures', extension: 'csv', type: 'text/csv;charset=utf-8' },
  gpx: { write: gpx, file: 'fileFixes', extension: 'gpx', type: 'application/gpx+xml' },
  kml: { write: kml, file: 'fileFixes', extension: 'kml', type: 'application/vnd.google-earth.kml+xml' },
} as const
export type ExportKind = keyof typeof exportKinds

/** As the exports of lists are called: what it is, and when it was made. */
export const fileNameOf = (kind: ExportKind, language: Language, now: number): string => {
  const { file, extension } = exportKinds[kind]
  return `${translate(trackTexts, language)(file)}-${toSiteTime(now).replaceAll(/[-:]/g, '').replace(' ', '-')}.${extension}`
}

/** Lets the browser save it. */
export const save = (kind: ExportKind, exported: Exported, now: number): void => {
  const { write, type } = exportKinds[kind]
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob(write(exported), { type }))
  link.download = fileNameOf(kind, exported.language, now)
  link.click()
  // The browser has taken it over by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
