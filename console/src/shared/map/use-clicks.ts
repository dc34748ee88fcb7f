import type { MapMouseEvent } from 'maplibre-gl'
import { useEffect, useRef } from 'react'
import { useStage } from './map-view.tsx'

/**
 * Clicks upon what a layer draws, by the `id` among its properties; where several lie above each other the one that is drawn last,
 * and none where something that moves was hit. The pointer shows where something is hit. Null: nobody listens now.
 */
export const useClicks = (layer: string, onClick: ((id: string) => void) | null): void => {
  const { map, point: pointAt } = useStage()
  const latest = useRef(onClick)
  useEffect(() => {
    latest.current = onClick
  })
  useEffect(() => {
    const under = ({ point }: MapMouseEvent): string | null => {
      if (!map.getLayer(layer)) return null
      const id: unknown = map.queryRenderedFeatures(point, { layers: [layer] })[0]?.properties['id']
      return typeof id === 'string' ? id : null
    }
    const clicked = (event: MapMouseEvent): void => {
      const id = latest.current && !event.defaultPrevented ? under(event) : null
      if (id !== null) latest.current?.(id)
    }
    const moved = (event: MapMouseEvent): void => {
      if (latest.current) pointAt(layer, under(event) !== null)
    }
    map.on('click', clicked)
    map.on('mousemove', moved)
    return () => {
      map.off('click', clicked)
      map.off('mousemove', moved)
    }
  }, [map, pointAt, layer])
  const listens = onClick !== null
  useEffect(() => {
    if (!listens) return undefined
    return () => pointAt(layer, false)
  }, [pointAt, layer, listens])
}
