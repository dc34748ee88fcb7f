import { deviceType } from '@vigil/contract/devices/entities.ts'
import { time } from '@vigil/contract/kernel/shapes.ts'

/** What the address says: whose tracks, and of which time (`YYYY-MM-DD HH:mm:ss` of the site); a link shows the same to everybody. */
export interface TrackAddress {
  /** `hat:<imei>`, `badge:<devEui>` or `car:<terminal>`. */
  readonly devices: readonly string[]
  /** Null until both ends are chosen. */
  readonly span: Span | null
}
export interface Span {
  readonly from: string
  readonly to: string
}

const isDevice = (key: string): boolean => {
  const at = key.indexOf(':')
  return at > 0 && at < key.length - 1 && deviceType.schema.safeParse(key.slice(0, at)).success
}

/** Reads an address; parts that make no sense are as if they were not there. */
export const readAddress = (params: URLSearchParams): TrackAddress => {
  const devices = (params.get('devices') ?? '').split(',').filter(isDevice)
  const [from, to] = [params.get('from'), params.get('to')].map((text) => time.safeParse(text).data)
  return { devices: [...new Set(devices)], span: from && to && from < to ? { from, to } : null }
}

export const writeAddress = (
  devices: readonly string[],
  { from, to }: Span,
): Readonly<Record<'devices' | 'from' | 'to', string>> => ({
  devices: devices.join(','),
  from,
  to,
})

/** A key as calls take it. */
export const deviceOf = (key: string) => {
  const at = key.indexOf(':')
  return { deviceType: deviceType.schema.parse(key.slice(0, at)), deviceId: key.slice(at + 1) }
}
