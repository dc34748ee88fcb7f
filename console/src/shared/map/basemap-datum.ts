import { basemapDatum, type Basemap, type BasemapDatum } from '@vigil/contract/site/entities.ts'
import { fromGcj02 } from '../geo/gcj02.ts'

type Feature = Basemap['features'][number]
type Geometry = Feature['geometry']

const geometryOf = (geometry: Geometry): Geometry => {
  switch (geometry.type) {
    case 'Point':
      return { ...geometry, coordinates: fromGcj02(geometry.coordinates) }
    case 'LineString':
      return { ...geometry, coordinates: geometry.coordinates.map(fromGcj02) }
    case 'Polygon':
      return { ...geometry, coordinates: geometry.coordinates.map((ring) => ring.map(fromGcj02)) }
  }
}

/**
 * The basemap where everything else is. It is the plan that is shifted, once, not what is drawn on it: whatever is placed, measured or
 * edited on the map is in WGS-84 without any way back.
 */
export const inWgs84 = (basemap: Basemap, datum: BasemapDatum): Basemap =>
  datum === basemapDatum.code.gcj02
    ? {
        ...basemap,
        features: basemap.features.map((feature): Feature => ({ ...feature, geometry: geometryOf(feature.geometry) })),
      }
    : basemap
