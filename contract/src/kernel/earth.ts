type Place = readonly [lng: number, lat: number]

/** Metres, of a sphere of the earth's volume. */
export const earthRadius = 6_371_008.8
/** Metres of a degree of latitude, and of longitude at the equator. */
export const metresPerDegree = 111_195
const rad = Math.PI / 180

/** Metres between two points of the earth, along its surface. */
export const metresBetween = ([lngA, latA]: Place, [lngB, latB]: Place): number => {
  const a = Math.sin(((latB - latA) * rad) / 2) ** 2
  const b = Math.cos(latA * rad) * Math.cos(latB * rad) * Math.sin(((lngB - lngA) * rad) / 2) ** 2
  return 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(a + b)))
}
