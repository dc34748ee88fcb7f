import type { Defaulted, GeneratedId, Json } from '../../kernel/columns.ts'

declare module '../../kernel/tables.ts' {
  interface Tables {
    site: {
      id: GeneratedId
      name: string
      center_lng: number
      center_lat: number
      zoom: number
      default_lng: number
      default_lat: number
      position_days: number
      safe_since: string
      basemap: Json<unknown>
      version: Defaulted<number>
    }
  }
}
