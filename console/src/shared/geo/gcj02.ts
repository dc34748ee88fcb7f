/**
 * GCJ-02, by which maps that are published in China are drawn: WGS-84 shifted by up to 700 m, by a rule that is known only from how
 * others were seen to apply it (as in eviltransform and coordtransform). Degrees; outside of China both are the same.
 */

/** Half the longer axis, metres, and the square of the eccentricity of the ellipsoid that the rule takes (Krasovsky 1940). */
const [axis, eccentricity] = [6_378_245, 0.006_693_421_622_965_943]
const { PI, sin, cos, sqrt, abs } = Math

const isInChina = (lng: number, lat: number): boolean => lng >= 72.004 && lng <= 137.8347 && lat >= 0.8293 && lat <= 55.8271

/** Metres north, of a place by degrees east and north of 105° E, 35° N. */
const northOf = (x: number, y: number): number =>
  -100 +
  2 * x +
  3 * y +
  0.2 * y * y +
  0.1 * x * y +
  0.2 * sqrt(abs(x)) +
  ((20 * sin(6 * x * PI) + 20 * sin(2 * x * PI)) * 2) / 3 +
  ((20 * sin(y * PI) + 40 * sin((y / 3) * PI)) * 2) / 3 +
  ((160 * sin((y / 12) * PI) + 320 * sin((y * PI) / 30)) * 2) / 3
/** Metres east, likewise. */
const eastOf = (x: number, y: number): number =>
  300 +
  x +
  2 * y +
  0.1 * x * x +
  0.1 * x * y +
  0.1 * sqrt(abs(x)) +
  ((20 * sin(6 * x * PI) + 20 * sin(2 * x * PI)) * 2) / 3 +
  ((20 * sin(x * PI) + 40 * sin((x / 3) * PI)) * 2) / 3 +
  ((150 * sin((x / 12) * PI) + 300 * sin((x / 30) * PI)) * 2) / 3

type Place = readonly [lng: number, lat: number]

export const toGcj02 = ([lng, lat]: Place): [lng: number, lat: number] => {
  if (!isInChina(lng, lat)) return [lng, lat]
  const [x, y, angle] = [lng - 105, lat - 35, (lat * PI) / 180]
  const bent = 1 - eccentricity * sin(angle) ** 2
  return [
    lng + (eastOf(x, y) * 180) / ((axis / sqrt(bent)) * cos(angle) * PI),
    lat + (northOf(x, y) * 180) / (((axis * (1 - eccentricity)) / (bent * sqrt(bent))) * PI),
  ]
}

/** Times that the way back is put right: each leaves a hundredth of what was wrong, the third less than a millimetre. */
const times = 4

export const fromGcj02 = (place: Place): [lng: number, lat: number] => {
  let [lng, lat] = place
  for (let time = 0; time < times; time += 1) {
    const [east, north] = toGcj02([lng, lat])
    lng += place[0] - east
    lat += place[1] - north
  }
  return [lng, lat]
}
