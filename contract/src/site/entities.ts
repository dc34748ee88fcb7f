import { z } from 'zod'
import { enumeration } from '../kernel/enumeration.ts'
import { latitude, longitude, text, time } from '../kernel/shapes.ts'

/**
 * The plan that is drawn under everything: GeoJSON, by the coordinates that the site says. Each feature's `kind` says how it is drawn, its `name` is its
 * label.
 */
/** A way in for devices of one protocol, as it stands. */
export const gateway = z
  .object({
    name: z.string(),
    protocol: z.string(),
    /** The path below the server's own address, the number of a port of its own, or the address of the service that it goes to itself. */
    at: z.string(),
    listening: z.boolean(),
    connections: z.number(),
    messages: z.number(),
    errors: z.number(),
    lastMessageAt: time.nullable(),
    /** In the language of whoever asks; it may be over. */
    lastError: z.string().nullable(),
    lastErrorAt: time.nullable(),
    /**
     * What devices said last, newest first, the last of each device and name, of those that the asker may see; empty where it is not
     * kept. `code` is the device's number, null for what names none; `said` is the message's own name in its protocol.
     */
    lately: z.array(z.object({ time, code: z.string().nullable(), said: z.string() })),
  })
  .meta({ id: 'Gateway' })

/** By which coordinates a basemap was drawn; those of the site are WGS-84. */
export const basemapDatum = enumeration({
  wgs84: { code: 'wgs84', zh: 'WGS-84（GPS）', en: 'WGS-84 (GPS)' },
  gcj02: { code: 'gcj02', zh: 'GCJ-02（国内地图）', en: 'GCJ-02 (maps of China)' },
})
export type BasemapDatum = (typeof basemapDatum.codes)[number]

export const basemapKinds = [
  'ground',
  'site',
  'road',
  'building',
  'storage',
  'silo',
  'green',
  'water',
  'wall',
  'gate',
  'conveyor',
  'parking',
] as const
const coordinate = z.tuple([longitude, latitude])
export const basemapFeature = z.object({
  type: z.literal('Feature'),
  properties: z.object({
    kind: z.enum(basemapKinds),
    name: text(64).default(''),
    nameEn: text(64).default(''),
    width: z.number().min(0).max(500).optional(),
  }),
  geometry: z.discriminatedUnion('type', [
    z.object({ type: z.literal('Polygon'), coordinates: z.array(z.array(coordinate).min(4)).min(1) }),
    z.object({ type: z.literal('LineString'), coordinates: z.array(coordinate).min(2) }),
    z.object({ type: z.literal('Point'), coordinates: coordinate }),
  ]),
})
export const basemap = z
  .object({ type: z.literal('FeatureCollection'), features: z.array(basemapFeature).max(20_000) })
  .meta({ id: 'Basemap' })
export type Basemap = z.output<typeof basemap>
