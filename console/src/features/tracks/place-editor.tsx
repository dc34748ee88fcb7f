import type { Ref } from 'react'
import { DrawBar } from '../../shared/map/draw/draw-bar.tsx'
import { ShapeEditor, type ShapeEditorHandle } from '../../shared/map/draw/shape-editor.tsx'
import { useThemeMode } from '../../shared/theme/mode.ts'
import type { PlaceDrawn } from './use-place.ts'

const kinds = ['polygon', 'circle'] as const

type PlaceEditorProps = PlaceDrawn & { readonly editor: Ref<ShapeEditorHandle> }

/** The place on the map. */
export const PlaceEditor = ({ editor, shape, tool, take, setLive, set }: PlaceEditorProps) => {
  const { palette } = useThemeMode()
  return (
    <ShapeEditor
      ref={editor}
      shape={shape}
      tool={tool}
      editable
      colour={palette.link}
      marked={null}
      onLive={setLive}
      onShape={set}
      onDrawn={(drawn) => {
        set(drawn, null)
        take(null)
      }}
    />
  )
}

/** The tools that draw it. */
export const PlaceBar = ({ complete, tool, take, setLive, shown, canUndo, canRedo, undo, redo }: PlaceDrawn) => (
  <DrawBar
    kinds={kinds}
    tool={tool}
    open={complete}
    shape={shown}
    canUndo={canUndo}
    canRedo={canRedo}
    onTool={(kind) => take(tool === kind ? null : kind)}
    onCancel={() => {
      setLive(null)
      take(null)
    }}
    onUndo={undo}
    onRedo={redo}
  />
)
