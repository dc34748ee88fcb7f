import type { mapObject } from '@vigil/contract/devices/entities.ts'
import type { Page } from '@vigil/contract/kernel/shapes.ts'
import type { z } from 'zod'
import type { Asked } from './caller.ts'
import type { ListBody } from './keeping.ts'

type MapObject = z.output<typeof mapObject>

/** What a record that stands at a place carries; the rest of a map object follows from it. */
interface Placed {
  readonly id: string
  readonly deptId: string | null
  readonly lng: number | null
  readonly lat: number | null
  readonly floor?: number | null
  readonly enable?: 0 | 1
}

interface Lists<Row> {
  readonly noun: { readonly name: string }
  readonly list: (body: ListBody, asked: Asked) => Promise<Row[] | Page<Row>>
}

/** The handlers of `mapObjectCalls`: a noun's records as things on the map. */
export const mapObjectHandlers = <const Wire extends string, Row extends Placed>(
  wire: Wire,
  { noun, list: listOf }: Lists<Row>,
  more: (row: Row) => Pick<MapObject, 'deviceId' | 'name' | 'online' | 'time'>,
) => {
  const objectOf = (row: Row): MapObject => ({
    id: row.id,
    objectType: noun.name,
    deptId: row.deptId,
    lng: row.lng,
    lat: row.lat,
    floor: row.floor ?? null,
    status: row.enable === 0 ? 'disabled' : 'normal',
    ...more(row),
  })
  const list = async (body: ListBody, asked: Asked): Promise<MapObject[] | Page<MapObject>> => {
    const rows = await listOf(body, asked)
    return Array.isArray(rows) ? rows.map(objectOf) : { list: rows.list.map(objectOf), total: rows.total }
  }
  return { [`list${wire}ObjectAll`]: list, [`list${wire}ObjectByDeptId`]: list } as Record<
    `list${Wire}ObjectAll` | `list${Wire}ObjectByDeptId`,
    typeof list
  >
}
