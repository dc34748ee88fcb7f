import { penaltyVehicle } from '@vigil/contract/penalties/penalty-vehicle.ts'
import type { PenaltyStep } from '@vigil/contract/penalties/entities.ts'
import { z } from 'zod'
import { subject } from '../../kernel/bus/subject.ts'
import { recordEvents } from '../../kernel/events.ts'
import type { Entry } from '../../kernel/journal.ts'
import type { Kernel, Trx } from '../../kernel/kernel.ts'
import { recordsChanged } from '../../kernel/record-changes.ts'

export type After = (then: () => void | Promise<void>) => void

/** That a vehicle is barred, or is so no more, whichever server did it. */
export const barsChanged = subject('penalties.bars', z.null())

/** A step that was taken, or taken back. */
export interface Taken {
  readonly before: PenaltyStep | null
  readonly step: PenaltyStep
}

const loggedOf = ({ plateNumber, kind, points, reason, countsUntil, until, endedAt, revokedAt, revokedFor }: PenaltyStep) => ({
  plateNumber,
  step: kind,
  points,
  reason,
  countsUntil,
  until,
  endedAt,
  revokedAt,
  revokedFor,
})
const entryOf = ({ before, step }: Taken): Entry => ({
  module: 'penalties',
  action: before === null ? 'create' : 'update',
  object: 'penaltyStep',
  objectId: step.id,
  before: before && loggedOf(before),
  after: loggedOf(step),
})

/** Tells of what was taken; the rows of the journal for it, which are written last. */
export const tell = async (
  { live, bus }: Pick<Kernel, 'live' | 'bus'>,
  trx: Trx,
  taken: readonly Taken[],
  after: After,
): Promise<Entry[]> => {
  const bars = taken.filter(({ step }) => step.kind === 'barred')
  if (bars.length > 0) {
    const events = await recordEvents(
      trx,
      bars.map(({ before, step: { deptId, plateNumber } }) => ({
        deptId,
        event: { name: 'vehicleBarred', topic: 'penalties', data: { plateNumber, isBarred: before === null } },
      })),
    )
    after(() => live.publish(events))
    after(() => bus.publish(barsChanged, null))
  }
  after(() =>
    bus.publish(
      recordsChanged,
      taken.map(({ step: { vehicleId, deptId } }) => ({ kind: penaltyVehicle.name, id: vehicleId, deptIds: [deptId] })),
    ),
  )
  return taken.map(entryOf)
}
