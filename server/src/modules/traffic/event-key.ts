import { createHash } from 'node:crypto'
import type { VehicleSighting } from './sighting.ts'

const hashOf = (bytes: Buffer | undefined): string | null =>
  bytes ? createHash('sha256').update(bytes).digest('base64url') : null

/** By which the same pass told again is one at its place. Of vehicles without a plate several may pass in one second: their speed and picture tell them apart. */
export const keyOf = ({ eventKey, plateNumber, passTime, laneNo, direction, speed, whole, plate }: VehicleSighting): string => {
  const named = [plateNumber, passTime, laneNo, direction]
  const nameless = plateNumber === '' ? [...named, speed, hashOf(whole?.bytes), hashOf(plate?.bytes)] : named
  return createHash('sha256')
    .update(JSON.stringify(eventKey === null ? nameless : eventKey))
    .digest('base64url')
}
