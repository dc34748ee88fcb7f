import { z } from 'zod'
import { call, noData, type Needs } from '../kernel/call.ts'
import { listing } from '../kernel/listings.ts'
import { id, listCall, requiredCodeText, requiredText, time } from '../kernel/shapes.ts'
import { longestPenaltyReason, penaltyRecord, penaltyStep } from './entities.ts'
import { penaltyVehicle } from './penalty-vehicle.ts'

const sees: Needs = { anyOf: ['penaltyMgmt'] }
const edits: Needs = { anyOf: ['penaltyMgmt:edit'] }
const reason = requiredText(longestPenaltyReason)

export const penaltyCalls = {
  listZdPenaltyVehicle: listCall({
    path: '/zd/zdPenalty/listZdPenaltyVehicle',
    describe: {
      zh: '违章车辆：有效记分、警告和是否在黑名单，最近处罚的在前；只统计可见部门的处罚',
      en: 'Vehicles with penalties: points and warnings that count, and whether each is barred, the last step first; of the steps that the caller sees',
    },
    needs: sees,
    filter: penaltyVehicle.filter,
    item: penaltyVehicle.record,
  }),
  /** At most the newest 500. */
  listZdPenaltyStep: listing(
    [penaltyVehicle.name],
    call({
      path: '/zd/zdPenalty/listZdPenaltyStep',
      describe: { zh: '一辆车的处罚经过，最新的在前', en: 'The steps of one vehicle, the newest first' },
      needs: sees,
      reads: true,
      body: z.object({ vehicleId: id }),
      data: z.array(penaltyStep),
    }),
  ),
  listZdPenaltyOfRecord: listing(
    [penaltyVehicle.name],
    call({
      path: '/zd/zdPenalty/listZdPenaltyOfRecord',
      describe: { zh: '一条超速或违停记录引起的处罚', en: 'What followed from one speeding record or illegal stop' },
      needs: sees,
      reads: true,
      body: z.object({ recordKind: penaltyRecord.schema, recordId: id }),
      data: z.array(penaltyStep),
    }),
  ),
  revokeZdPenaltyStep: call({
    path: '/zd/zdPenalty/revokeZdPenaltyStep',
    describe: {
      zh: '撤销警告或记分，或解除黑名单；记分撤销后不足的，由此列入的黑名单一并解除',
      en: 'Revoke a warning or points, or lift a bar; one that the remaining points would not have led to is lifted as well',
    },
    needs: edits,
    body: z.object({ id, reason }),
    data: noData,
    codes: ['notFound'],
  }),
  barZdPenaltyVehicle: call({
    path: '/zd/zdPenalty/barZdPenaltyVehicle',
    describe: {
      zh: '手动列入黑名单；不填截止时间则一直有效，直到解除',
      en: 'Bar a vehicle by hand; without an end until somebody lifts it',
    },
    needs: edits,
    body: z.object({
      plateNumber: requiredCodeText(20),
      reason,
      until: time.nullable().default(null),
      deptId: id.nullable().default(null),
    }),
    data: penaltyStep,
    codes: ['notFound'],
  }),
}
