import type { MapMouseEvent } from 'maplibre-gl'
import { useEffect, useRef } from 'react'
import { useStage } from './map-view.tsx'

/**
 * Clicks upon the filled shapes of a layer, by the `id` among their properties; where several lie above each other the one that is
 * drawn last. The pointer shows where something is hit. Null: nobody listens now.
 */
export const useClicks = (fillLayer: string, onClick: ((id: string) => void) | null): void => {
  const { map } = useStage()
  const latest = useRef(onClick)
  useEffect(() => {
    latest.current = onClick
  })
  useEffect(() => {
    const under = ({ point }: MapMouseEvent): string | null => {
      if (!map.getLayer(fillLayer)) return null
      const id: unknown = map.queryRenderedFeatures(point, { layers: [fillLayer] })[0]?.properties['id']
      return typeof id === 'string' ? id : null
    }
    const clicked = (event: MapMouseEvent): void => {
      const id = latest.current ? under(event) : null
      if (id !== null) latest.current?.(id)
    }
    const moved = (event: MapMouseEvent): void => {
      if (latest.current) map.getCanvas().style.cursor = under(event) === null ? '' : 'pointer'
    }
    map.on('click', clicked)
    map.on('mousemove', moved)
    return () => {
      map.off('click', clicked)
      map.off('mousemove', moved)
    }
  }, [map, fillLayer])
  const listens = onClick !== null
  useEffect(() => {
    if (!listens) return undefined
    const canvas = map.getCanvas()
    return () => {
      canvas.style.cursor = ''
    }
  }, [map, listens])
}
