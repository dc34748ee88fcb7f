import type { LiveObject } from '@vigil/contract/positions/entities.ts'

/** Who or what moves there: a person by his name, a vehicle by its plate, whoever drives it, and what nobody wears by its own. */
export const nameOfThing = ({ deviceType, label, userName }: Pick<LiveObject, 'deviceType' | 'label' | 'userName'>): string =>
  deviceType === 'car' ? label : (userName ?? label)
