import type { Map as MapLibreMap } from 'maplibre-gl'
import type { Box, Window } from './moving/name-places.ts'

/** What floats over a map says so, and so does the screen in which it does. */
export const mapScreenMark = { 'data-map-screen': '' }
export const overMapMark = { 'data-over-map': '' }

/** What is seen of a map, less what lies below panels and tools. */
export const seenOf = (map: MapLibreMap): Window => {
  const container = map.getContainer()
  const { left, top, width, height } = container.getBoundingClientRect()
  const floating = container.closest('[data-map-screen]')?.querySelectorAll('[data-over-map] > *') ?? []
  const covered = [...floating].map((element): Box => {
    const box = element.getBoundingClientRect()
    return { left: box.left - left, top: box.top - top, right: box.right - left, bottom: box.bottom - top }
  })
  return { width, height, covered }
}
