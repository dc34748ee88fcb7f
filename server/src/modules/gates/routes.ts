import { gateCalls } from '@vigil/contract/gates/calls.ts'
import { passResult } from '@vigil/contract/gates/gate-access.ts'
import type { Page } from '@vigil/contract/kernel/shapes.ts'
import type { Asked } from '../../kernel/caller.ts'
import { deptNounHandlers } from '../../kernel/keeper.ts'
import type { ListBody } from '../../kernel/keeping.ts'
import { mapObjectHandlers } from '../../kernel/map-objects.ts'
import { served } from '../../kernel/serve.ts'
import type { createBooking } from './booking.ts'
import type { createInside } from './inside.ts'
import type { GateRecords } from './records.ts'
import type { Visits } from './visits.ts'

interface Parts extends GateRecords {
  readonly access: { readonly reasonsInEnglish: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>> }
  readonly inside: ReturnType<typeof createInside>
  readonly visits: Visits
  readonly booking: ReturnType<typeof createBooking>
  /** Whether what was last heard of then counts as on line. */
  readonly isOnline: (lastSeen: string | null) => boolean
}

type Lists<Row> = (body: ListBody, asked: Asked) => Promise<Row[] | Page<Row>>
/** The newest first, unless another order is asked for. */
const newest =
  <Row>(list: Lists<Row>, by: string): Lists<Row> =>
  (body, asked) =>
    list({ ...body, sort: body.sort ?? `-${by}` }, asked)
const count =
  <Row>(list: Lists<Row>) =>
  async (body: ListBody, asked: Asked): Promise<number> => {
    const found = await list({ ...body, pageNum: 1, pageSize: 1 }, asked)
    return Array.isArray(found) ? found.length : found.total
  }

export const gateRoutes = ({ gates, accesses, access, inside, visits, booking, isOnline }: Parts) => {
  const { keeper, bans } = visits
  const passes = newest(accesses.list, 'passTime')
  return served(
    gateCalls,
    {
      ...deptNounHandlers('BsBarrierGate', gates),
      ...mapObjectHandlers('BsBarrierGate', gates, ({ code, name, lastSeen }) => ({
        deviceId: code,
        name,
        online: isOnline(lastSeen),
        time: lastSeen,
      })),

      getZdGateAccessCount: count(accesses.list),
      listZdGateAccess: async (body, asked) => {
        const found = await passes(body, asked)
        if (asked.language === 'zh') return found
        const list = Array.isArray(found) ? found : found.list
        const refused = list.filter(({ result }) => result === passResult.code.refused)
        const reasons = await access.reasonsInEnglish(refused.map(({ id }) => id))
        const told = list.map((row) => ({ ...row, reason: reasons.get(row.id) ?? row.reason }))
        return Array.isArray(found) ? told : { ...found, list: told }
      },
      listNowInside: (body, asked) => inside.list(body, asked),
      correctInside: (body, asked) => inside.correct(body, asked),

      listZdVisitRecordByDate: newest(keeper.list, 'planIn'),
      getZdVisitRecordByDateCount: count(keeper.list),
      listVisitorStaNumber: (_, { caller }) => visits.counts(caller.scope),
      saveZdVisitRecord: (body, asked) => visits.save(body, asked),
      approveZdVisitRecord: (body, asked) => visits.approve(body, asked),
      ackZdVisitRecord: (body, asked) => visits.acknowledge(body, asked),
      enterZdVisitRecord: (body, asked) => visits.enter(body, asked),
      leaveZdVisitRecord: (body, asked) => visits.leave(body, asked),
      deleteZdVisitRecordById: (body, asked) => visits.remove(body, asked),

      listZdVisitorBanAll: (body, asked) => bans.list(body, asked),
      saveZdVisitorBan: (body, asked) => visits.ban(body, asked),
      deleteZdVisitorBanById: (body, asked) => visits.unban(body, asked),

      listVisitInvitationAll: (_, asked) => booking.invitations(asked),
      createVisitInvitation: (body, asked) => booking.invite(body, asked),
      revokeVisitInvitation: (body, asked) => booking.revoke(body, asked),

      getVisitBooking: (body, asked) => booking.open(body, asked),
      bookVisit: (body, asked) => booking.book(body, asked),
      getOwnVisit: (body, asked) => booking.own(body, asked),
      ackVisitBriefing: (body, asked) => booking.acknowledge(body, asked),
    },
    { heavy: ['listNowInside'] },
  )
}
