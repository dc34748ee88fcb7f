import type { Point } from '@vigil/contract/hazards/entities.ts'
import type { MapMouseEvent } from 'maplibre-gl'
import { useEffect, useRef } from 'react'
import { useStage } from './map-view.tsx'

/** Tells where the map is clicked; the pointer shows that a click is awaited. */
export const MapClick = ({ onPoint }: { readonly onPoint: (point: Point) => void }) => {
  const { map } = useStage()
  const latest = useRef(onPoint)
  useEffect(() => {
    latest.current = onPoint
  })
  useEffect(() => {
    const canvas = map.getCanvas()
    const clicked = ({ lngLat }: MapMouseEvent): void => latest.current([lngLat.lng, lngLat.lat])
    canvas.style.cursor = 'crosshair'
    map.on('click', clicked)
    return () => {
      canvas.style.cursor = ''
      map.off('click', clicked)
    }
  }, [map])
  return null
}
