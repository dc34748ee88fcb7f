import type { Point } from '@vigil/contract/hazards/entities.ts'
import { useSite } from '../api/site.ts'
import { CoordinatesTable } from '../map/draw/coordinates-table.tsx'
import { shapeIn } from '../spec/shape-parts.ts'
import type { EditorProps } from '../spec/definitions.ts'

/** The points of a shape as numbers; a screen with a map has them drawn there as well. */
export const ShapeInput = ({ value, draft, invalid, onChange }: EditorProps) => {
  const { data: site } = useSite()
  const shape = shapeIn(value, draft)
  const home = (): Point => (site ? [site.centerLng, site.centerLat] : [0, 0])
  return (
    <CoordinatesTable
      kind={shape?.shape ?? 'polygon'}
      points={shape?.points ?? []}
      home={home}
      disabled={false}
      invalid={invalid}
      onChange={onChange}
      onMark={noMark}
    />
  )
}
const noMark = (): void => undefined
