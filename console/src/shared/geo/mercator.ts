const earth = 40_075_016.686
const rad = Math.PI / 180

/** Web Mercator of the whole world on 0…1, x to the east and y to the south. */
export const mercatorX = (lng: number): number => (lng + 180) / 360
export const mercatorY = (lat: number): number => 0.5 - Math.log(Math.tan(Math.PI / 4 + (lat * rad) / 2)) / (2 * Math.PI)
export const lngOf = (x: number): number => x * 360 - 180
export const latOf = (y: number): number => Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) / rad

/** Mercator units in one metre at a latitude. */
export const unitsPerMetre = (lat: number): number => 1 / (earth * Math.cos(lat * rad))
/** Pixels in one metre at a zoom (512-pixel tiles) and latitude. */
export const pixelsPerMetre = (zoom: number, lat: number): number => 512 * 2 ** zoom * unitsPerMetre(lat)
