import { Suspense, type ReactNode } from 'react'
import { movingOrder, useMapLayers, type MapLayer, type MapLayerProps } from './map-layer.ts'

interface LaidLayersProps extends MapLayerProps {
  /** Names of those that are switched off. */
  readonly hidden?: ReadonlySet<string>
  /** What moves, and whatever else belongs just there. */
  readonly children?: ReactNode
}

const nothing: ReadonlySet<string> = new Set()

/** The layers that features declare, those below what moves and those above it. */
export const LaidLayers = ({ hidden = nothing, children, ...props }: LaidLayersProps) => {
  const shown = useMapLayers().filter(({ name, always }) => always === true || !hidden.has(name))
  // What moves does not wait for the code of a layer.
  const laid = (layers: readonly MapLayer[]) => (
    <Suspense>
      {layers.map(({ name, component: Layer }) => (
        <Layer key={name} {...props} />
      ))}
    </Suspense>
  )
  return (
    <>
      {laid(shown.filter(({ order }) => order < movingOrder))}
      {children}
      {laid(shown.filter(({ order }) => order >= movingOrder))}
    </>
  )
}
