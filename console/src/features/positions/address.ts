import type { Camera } from '../../shared/map/map-view.tsx'

/** What the address of the live map says: a link shows the same to everybody. */
export interface MapAddress {
  /** `hat:<imei>`, `badge:<devEui>` or `car:<terminal>`. */
  readonly object: string | null
  readonly at: Camera | null
  /** An alarm to be shown; it becomes an object or a place. */
  readonly alarm: string | null
  /** The way that led to the object is shown as well. */
  readonly trail: boolean
  readonly point: { readonly lng: number; readonly lat: number } | null
}

const number = (text: string | null | undefined, least: number, most: number): number | null => {
  if (text === null || text === undefined || text.trim() === '') return null
  const value = Number(text)
  return Number.isFinite(value) && value >= least && value <= most ? value : null
}

/** Reads an address; parts that make no sense are as if they were not there. */
export const readAddress = (params: URLSearchParams): MapAddress => {
  const [lng, lat, zoom] = (params.get('at') ?? '').split(',')
  const camera = { lng: number(lng, -180, 180), lat: number(lat, -85, 85), zoom: number(zoom, 0, 22) }
  const point = { lng: number(params.get('lng'), -180, 180), lat: number(params.get('lat'), -85, 85) }
  const object = params.get('object')
  return {
    object: object !== null && /^(hat|badge|car):.{1,64}$/.test(object) ? object : null,
    at:
      camera.lng !== null && camera.lat !== null && camera.zoom !== null
        ? { lng: camera.lng, lat: camera.lat, zoom: camera.zoom }
        : null,
    alarm: params.get('alarm'),
    trail: params.get('trail') === '1',
    point: point.lng !== null && point.lat !== null ? { lng: point.lng, lat: point.lat } : null,
  }
}

/** A camera as the address writes it: a decimetre and a hundredth of a zoom are enough. */
export const writeCamera = ({ lng, lat, zoom }: Camera): string => `${lng.toFixed(6)},${lat.toFixed(6)},${zoom.toFixed(2)}`
