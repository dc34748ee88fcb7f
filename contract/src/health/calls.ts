import { z } from 'zod'
import { call, type Needs } from '../kernel/call.ts'
import { listing } from '../kernel/listings.ts'
import { byDepartment, countsByDept, id, listCall, optionalBody, recordFields, text } from '../kernel/shapes.ts'
import { deviceFault, longestFaultNote } from './fault.ts'

const sees: Needs = { anyOf: ['deviceHealthMgmt'] }
const edits: Needs = { anyOf: ['deviceHealthMgmt:edit'] }
/** Those that are open unless `ended` is true. */
const narrowing = { ...deviceFault.filter, ended: z.boolean().default(false) }

export const healthCalls = {
  listBsDeviceFaultByDeptId: listCall({
    path: '/bs/bsDeviceFault/listBsDeviceFaultByDeptId',
    describe: {
      zh: '部门的设备故障，默认只列未恢复的',
      en: 'The device faults of a department, those that are open unless told otherwise',
    },
    needs: sees,
    filter: { ...byDepartment, ...narrowing },
    item: deviceFault.record,
  }),
  countBsDeviceFaultByDeptId: listing(
    [deviceFault.name],
    call({
      path: '/bs/bsDeviceFault/countBsDeviceFaultByDeptId',
      describe: { zh: '各部门的设备故障数', en: 'How many device faults each department has' },
      needs: sees,
      reads: true,
      body: optionalBody(narrowing),
      data: countsByDept,
    }),
  ),
  /** `userId` null: nobody any more. Without `note` the note stays. */
  assignBsDeviceFault: call({
    path: '/bs/bsDeviceFault/assignBsDeviceFault',
    describe: { zh: '指派设备故障的负责人', en: 'Say who sees to a device fault' },
    needs: edits,
    body: z.object({
      id,
      version: recordFields.version.optional(),
      userId: id.nullable(),
      note: text(longestFaultNote).optional(),
    }),
    data: deviceFault.record,
    codes: ['notFound', 'conflict'],
  }),
}
