import type { HazardArea } from '@vigil/contract/hazards/hazard-area.ts'
import { useCallback, useState, type Dispatch, type RefObject, type SetStateAction } from 'react'
import { boundsOf } from '../../shared/map/geometry.ts'
import type { MapChoice } from '../../shared/map/map-layer.ts'
import type { Stage } from '../../shared/map/map-view.tsx'
import type { Listed } from './listed.ts'

/** Panels that a narrow window shows one at a time, from below. */
export type Sheet = 'departments' | 'areas'

/** Whose names stand at the side, and which area was chosen; opening any of it closes the sheet that a narrow window shows. */
export interface Lists {
  readonly listed: Listed | null
  readonly setListed: Dispatch<SetStateAction<Listed | null>>
  readonly listDept: (id: string) => void
  /** Null: outside of every area. */
  readonly listArea: (area: HazardArea | null) => void
  readonly listOnSite: () => void
  readonly listInterrupted: () => void
  readonly listUnworn: () => void
  readonly listNoPosition: () => void
  readonly chosenArea: string | null
  readonly zoomTo: (area: HazardArea) => void
  /** What was clicked of that which stands still. */
  readonly standing: MapChoice | null
  readonly setStanding: (choice: MapChoice | null) => void
  readonly sheet: Sheet | null
  readonly setSheet: (sheet: Sheet | null) => void
}

export const useLists = (stage: RefObject<Stage | null>): Lists => {
  const [listed, setListed] = useState<Listed | null>(null)
  const [chosenArea, setChosenArea] = useState<string | null>(null)
  const [standing, setStanding] = useState<MapChoice | null>(null)
  const [sheet, setSheet] = useState<Sheet | null>(null)
  const list = useCallback((people: Listed): void => {
    setSheet(null)
    setListed(people)
  }, [])
  return {
    listed,
    setListed,
    listDept: useCallback((id) => list({ kind: 'dept', id }), [list]),
    listArea: useCallback((area) => list(area ? { kind: 'area', id: area.id } : { kind: 'elsewhere' }), [list]),
    listOnSite: useCallback(() => list({ kind: 'onSite' }), [list]),
    listInterrupted: useCallback(() => list({ kind: 'interrupted' }), [list]),
    listUnworn: useCallback(() => list({ kind: 'unworn' }), [list]),
    listNoPosition: useCallback(() => list({ kind: 'noPosition' }), [list]),
    chosenArea,
    zoomTo: useCallback(
      (area) => {
        setChosenArea(area.id)
        setSheet(null)
        const bounds = boundsOf(area.points)
        if (bounds) stage.current?.showBounds(bounds, 19)
      },
      [stage],
    ),
    standing,
    setStanding,
    sheet,
    setSheet,
  }
}
