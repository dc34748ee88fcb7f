import { sql } from 'kysely'

export const floorCount = sql`(SELECT count(*)::int FROM floor WHERE floor.pid = building.id)`
