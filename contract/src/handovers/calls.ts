import { z } from 'zod'
import { call, nothing, type Needs } from '../kernel/call.ts'
import { listing } from '../kernel/listings.ts'
import { id, pageCall, recordFields, text } from '../kernel/shapes.ts'
import { shiftFacts, shiftHandover } from './entities.ts'

const sees: Needs = { anyOf: ['shiftHandoverMgmt'] }
const edits: Needs = { anyOf: ['shiftHandoverMgmt:edit'] }

export const handoverCalls = {
  getShiftFacts: listing(
    ['openAlarm', 'fence', 'deviceFault'],
    call({
      path: '/zd/zdHandover/getShiftFacts',
      describe: {
        zh: '交班前的现场情况：未处理和搁置的报警、停用的围栏、故障设备',
        en: 'How the site stands before a shift is handed over: open and shelved alarms, fences switched off, faulty devices',
      },
      needs: sees,
      reads: true,
      body: nothing,
      data: shiftFacts,
    }),
  ),
  listZdHandoverPage: listing(
    ['shiftHandover'],
    pageCall({
      path: '/zd/zdHandover/listZdHandoverPage',
      describe: { zh: '交接班记录分页，新的在前', en: 'Handed over shifts, paged, newest first' },
      needs: sees,
      // Each brings how the site stood.
      filter: {
        /** `false`: those that wait; what was withdrawn is neither. */
        isTaken: z.boolean().optional(),
        /** Whether whoever asks gave it. */
        isOwn: z.boolean().optional(),
        pageSize: z.number().int().min(1).max(50).optional(),
      },
      item: shiftHandover,
    }),
  ),
  giveZdHandover: call({
    path: '/zd/zdHandover/giveZdHandover',
    describe: {
      zh: '交班：记下现场情况和说明，可指定接班人',
      en: 'Hand a shift over, with how the site stands, a note, and to whom if that is said',
    },
    needs: edits,
    body: z.object({ note: text(2_000), toUserId: id.optional() }),
    data: shiftHandover,
  }),
  /** A `conflict` has the handover as somebody else took it, or as it was withdrawn. */
  takeZdHandover: call({
    path: '/zd/zdHandover/takeZdHandover',
    describe: { zh: '接班；不能接自己交的班', en: 'Take a shift over; nobody takes his own' },
    needs: edits,
    body: z.object({ id, version: recordFields.version.optional() }),
    data: shiftHandover,
    codes: ['notFound', 'conflict'],
  }),
  /** A `conflict` has the handover as somebody took it. */
  withdrawZdHandover: call({
    path: '/zd/zdHandover/withdrawZdHandover',
    describe: { zh: '撤回自己交的、还没有人接的班', en: 'Withdraw what one handed over oneself and nobody has taken' },
    needs: edits,
    body: z.object({ id, version: recordFields.version.optional() }),
    data: shiftHandover,
    codes: ['notFound', 'conflict'],
  }),
}
