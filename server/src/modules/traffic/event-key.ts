import { createHash } from 'node:crypto'
import type { VehicleSighting } from './sighting.ts'

/** By which the same pass told again is one at its place. */
export const keyOf = ({ eventKey, plateNumber, passTime, laneNo, direction }: VehicleSighting): string =>
  createHash('sha256')
    .update(JSON.stringify(eventKey === null ? [plateNumber, passTime, laneNo, direction] : eventKey))
    .digest('base64url')
