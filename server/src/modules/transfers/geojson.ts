import { z } from 'zod'

/** Longitude and latitude; what a position carries besides, a height, is left out. */
const position = z.tuple([z.number(), z.number()], z.number()).transform(([lng, lat]): [number, number] => [lng, lat])
const geometry = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Point'), coordinates: position }),
  z.object({ type: z.literal('LineString'), coordinates: z.array(position) }),
  // One ring: what has holes is no shape of ours.
  z.object({ type: z.literal('Polygon'), coordinates: z.tuple([z.array(position)]) }),
])
const drawn = z.union([geometry, z.object({ type: z.literal('Feature'), geometry }).transform((feature) => feature.geometry)])

const isSame = (a: readonly number[] | undefined, b: readonly number[] | undefined): boolean =>
  a !== undefined && b !== undefined && a[0] === b[0] && a[1] === b[1]

/** The points of a GeoJSON geometry, or of a feature with one, a ring's without its repeated first; null for anything else. */
export const pointsOf = (text: string): [number, number][] | null => {
  let read: unknown
  try {
    read = JSON.parse(text)
  } catch {
    return null
  }
  const { data } = drawn.safeParse(read)
  if (!data) return null
  if (data.type === 'Point') return [data.coordinates]
  if (data.type === 'LineString') return data.coordinates
  const [ring] = data.coordinates
  return ring.length > 1 && isSame(ring[0], ring.at(-1)) ? ring.slice(0, -1) : ring
}
