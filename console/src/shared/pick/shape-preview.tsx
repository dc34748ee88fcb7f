import type { Point } from '@vigil/contract/hazards/entities.ts'
import type { Basemap } from '@vigil/contract/site/entities.ts'
import { useMemo } from 'react'
import { boundsOf } from '../map/geometry.ts'
import { useSitePlan } from '../map/map-data.ts'
import { overlap, pictureOf, type Picture } from './picture.ts'
import styles from './shape-picker.module.css'

const width = 132
const height = 88
const roadMetres = 12

type Kind = Basemap['features'][number]['properties']['kind']
/** Kinds that make a place known again, from the ground up. */
const grounds: readonly Kind[] = ['site', 'green', 'water', 'parking', 'road', 'conveyor', 'storage', 'building', 'silo']

interface Piece {
  readonly kind: Kind
  readonly path: string
  /** Pixels; 0 for what is filled. */
  readonly line: number
}

const piecesOf = ({ features }: Basemap, { path, bounds, perMetre }: Picture): Piece[] =>
  features
    .flatMap(({ geometry, properties: { kind, width } }): Piece[] => {
      const [line] =
        geometry.type === 'Polygon' ? geometry.coordinates : geometry.type === 'LineString' ? [geometry.coordinates] : []
      const around = line && boundsOf(line)
      if (!line || !around || !grounds.includes(kind) || !overlap(around, bounds)) return []
      const closed = geometry.type === 'Polygon'
      return [{ kind, path: path(line, closed), line: closed ? 0 : Math.max(1, (width ?? roadMetres) * perMetre) }]
    })
    .sort((a, b) => grounds.indexOf(a.kind) - grounds.indexOf(b.kind))

/** A shape on the plan, small and still. */
export const ShapePreview = ({ points }: { readonly points: readonly Point[] }) => {
  const { basemap } = useSitePlan()
  const picture = useMemo(() => pictureOf(points, width, height), [points])
  const pieces = useMemo(() => (basemap && picture ? piecesOf(basemap, picture) : []), [basemap, picture])
  return (
    <svg className={styles['preview']} width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {pieces.map(({ kind, path, line }, at) => (
        <path key={at} d={path} data-kind={kind} {...(line > 0 ? { fill: 'none', strokeWidth: line } : {})} />
      ))}
      {picture && <path d={picture.path(points, true)} className={styles['outline']} />}
    </svg>
  )
}
