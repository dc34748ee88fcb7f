import type { Feature } from 'geojson'

const closed = (ring: readonly (readonly [number, number])[]): [number, number][] =>
  [...ring, ...ring.slice(0, 1)].map(([lng, lat]) => [lng, lat])

/** A ring as a feature of the map. */
export const outline = (
  ring: readonly (readonly [number, number])[],
  properties: Readonly<Record<string, string | number>>,
): Feature => ({
  type: 'Feature',
  properties,
  geometry: { type: 'Polygon', coordinates: [closed(ring)] },
})
