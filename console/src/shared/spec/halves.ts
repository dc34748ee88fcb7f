/** The other half of a place, by its name: `lng` has `lat`, `centerLng` has `centerLat`. */
export const otherHalf = (name: string): string =>
  name.replace(/(lng|lat)$/i, (half) => ({ lng: 'lat', lat: 'lng', Lng: 'Lat', Lat: 'Lng' })[half] ?? half)
