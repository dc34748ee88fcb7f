import type { Basemap } from '@vigil/contract/site/entities.ts'
import { useMemo } from 'react'
import { mercatorX, mercatorY } from '../geo/mercator.ts'
import { useTexts } from '../i18n/texts.ts'
import { basemapBounds } from './basemap-style.ts'
import styles from './plan-skeleton.module.css'
import { mapTexts } from './texts.ts'

/** Units of the drawing across the site. */
const across = 1_000
/** What tells a site at a glance; names and all else come with the map. */
const drawn: ReadonlySet<string> = new Set(['site', 'building', 'storage', 'silo', 'road', 'wall'])
const mostShapes = 400

interface Sketch {
  readonly height: number
  readonly shapes: readonly { readonly d: string; readonly kind: string }[]
}

/** The plan in a few lines; null where nothing is drawn of it. */
const sketchOf = (basemap: Basemap): Sketch | null => {
  const bounds = basemapBounds(basemap)
  if (!bounds) return null
  const [west, north] = [mercatorX(bounds.west), mercatorY(bounds.north)]
  const scale = across / Math.max(mercatorX(bounds.east) - west, 1e-9)
  const place = ([lng, lat]: readonly [number, number]): string =>
    `${((mercatorX(lng) - west) * scale).toFixed(1)} ${((mercatorY(lat) - north) * scale).toFixed(1)}`
  const path = (line: readonly (readonly [number, number])[]): string => `M${line.map(place).join('L')}`
  const shapes = basemap.features
    .filter(({ properties: { kind } }) => drawn.has(kind))
    .slice(0, mostShapes)
    .map(({ properties: { kind }, geometry }) => ({
      kind,
      d:
        geometry.type === 'Polygon'
          ? geometry.coordinates.map((ring) => `${path(ring)}Z`).join('')
          : geometry.type === 'LineString'
            ? path(geometry.coordinates)
            : '',
    }))
  return { height: (mercatorY(bounds.south) - north) * scale, shapes }
}

/** What stands in the place of a map until the graphics card has drawn it: the plan in a few lines, and a word. */
export const PlanSkeleton = ({ basemap }: { readonly basemap: Basemap | null }) => {
  const t = useTexts(mapTexts)
  const sketch = useMemo(() => (basemap ? sketchOf(basemap) : null), [basemap])
  return (
    <div className={styles['skeleton']} role="status">
      {sketch && (
        <svg viewBox={`0 0 ${across} ${sketch.height.toFixed(0)}`} aria-hidden="true">
          {sketch.shapes.map(({ d, kind }, at) => (
            // A plan stays as it is as long as it is drawn.
            <path key={at} d={d} data-kind={kind} />
          ))}
        </svg>
      )}
      <span>{t('loading')}</span>
    </div>
  )
}
