/** The middle of the test site. Degrees of about a metre here: 1.05e-5 east, 9e-6 north. */
export const centre = { lng: 118.362, lat: 31.178 }
/** A place so many metres east and north of the centre. */
export const at = (east: number, north: number): { lng: number; lat: number } => ({
  lng: centre.lng + east / (111_195 * Math.cos((centre.lat * Math.PI) / 180)),
  lat: centre.lat + north / 111_195,
})
export const square = (east: number, north: number, half: number): [number, number][] =>
  (
    [
      [-half, -half],
      [half, -half],
      [half, half],
      [-half, half],
    ] as const
  ).map(([x, y]) => {
    const { lng, lat } = at(east + x, north + y)
    return [lng, lat]
  })
