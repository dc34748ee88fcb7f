import { useRef } from 'react'
import { useSearchParams, type Location } from 'react-router'
import { useRecordBeside } from './record-beside.tsx'
import type { ShapeEditorHandle } from '../../shared/map/draw/shape-editor.tsx'
import type { ShapeKind } from '../../shared/map/draw/shape.ts'
import type { Stage } from '../../shared/map/map-view.tsx'
import { newRecord } from '../../shared/routes/list-address.ts'
import { useQueryChange } from '../../shared/routes/use-query-change.ts'
import { writesIn } from '../../shared/session/scope.ts'
import { useCan, useUser } from '../../shared/session/session.ts'
import type { FencePlan } from './fence-plan.ts'
import { fenceSpec } from './fence-spec.tsx'
import { useFenceDrawing, useShowOnMap } from './use-fence-drawing.ts'

const idIn = (search: string): string | null => new URLSearchParams(search).get('id')
const sameFence = (from: Location, to: Location): boolean =>
  from.pathname === to.pathname && idIn(from.search) === idIn(to.search)

/**
 * The fence that the address opens: its record, its drawing, and the ways to another one. `onTool`: a tool was taken, and the
 * map needs its room.
 */
export const useOpenFence = ({ fences, site }: FencePlan, stage: Stage | null, onTool: () => void) => {
  const allowed = useCan('dangAreaDrawMgmt:edit')
  const user = useUser()
  const [params] = useSearchParams()
  const change = useQueryChange()
  /** False: the map stays where it is, because the fence was chosen on it. */
  const flies = useRef(true)
  const shapeEditor = useRef<ShapeEditorHandle>(null)

  const wanted = params.get('id')
  const key = wanted === newRecord && !allowed ? null : wanted
  const present = fences.find(({ id }) => id === key) ?? null
  const mayEdit = allowed && (present === null || writesIn(user, present.deptId))
  const beside = useRecordBeside(fenceSpec, {
    openKey: key,
    stored: present,
    answer: fences,
    presets: fenceSpec.options.presets ?? {},
    mayEdit,
    same: sameFence,
    onSaved: ({ id }) => {
      if (id === key) return
      fence.goesOnAs(id)
      flies.current = false
      change({ id })
    },
  })
  const fence = useFenceDrawing(beside, { mayEdit, site, stage, shapeEditor, onTool })
  const showOnMap = useShowOnMap(stage, key, fence, flies)

  const open = (id: string | null): void => {
    fence.unmark()
    change({ id })
  }
  return {
    /** Some fence may be made or changed, though not this one perhaps. */
    allowed,
    beside,
    mayEdit,
    /** There is a fence to draw: one that is open and known, or a new one. */
    drawable: key !== null && (key === newRecord || beside.editing.editor.base !== null),
    fence,
    shapeEditor,
    showOnMap,
    open,
    openOnMap: (id: string): void => {
      flies.current = false
      open(id)
    },
    openInList: (id: string): void => {
      if (id === key) showOnMap()
      open(id)
    },
    openNew: (kind: ShapeKind): void => {
      fence.takeFor(newRecord, kind)
      open(newRecord)
    },
    close: (): void => {
      fence.setTool(null)
      open(null)
    },
  }
}
export type OpenFence = ReturnType<typeof useOpenFence>
