import type { Defaulted, GeneratedId, Json } from '../../kernel/columns.ts'

declare module '../../kernel/tables.ts' {
  interface Tables {
    site: {
      id: GeneratedId
      basemap: Json<unknown>
      version: Defaulted<number>
    }
    setting: {
      name: string
      value: Json<unknown>
    }
  }
}
