import { createHash, randomBytes } from 'node:crypto'
import { visitPath, type OwnVisit } from '@vigil/contract/gates/booking.ts'
import { gateCalls } from '@vigil/contract/gates/calls.ts'
import { gateDomain } from '@vigil/contract/gates/domain.ts'
import { gateSettings } from '@vigil/contract/gates/settings.ts'
import { visit, type Visit } from '@vigil/contract/gates/visit.ts'
import type { BodyOf } from '@vigil/contract/kernel/call.ts'
import { ownSettings } from '@vigil/contract/site/own-settings.ts'
import { nobodys, type Asked } from '../../kernel/caller.ts'
import type { Kernel, Trx } from '../../kernel/kernel.ts'
import { announce } from '../../kernel/record-changes.ts'
import { saveIn, tellOf } from '../../kernel/records.ts'
import { requireRef } from '../../kernel/references.ts'
import { invalid, missing, Refusal, TooMany } from '../../kernel/refusal.ts'
import { requireWrite } from '../../kernel/scope.ts'
import { networkOf } from '../../kernel/trusted-proxies.ts'
import type { Ask, BookingStore } from './booking.store.ts'
import { isHere } from './rules.ts'
import { seeingAll, type Visits } from './visits.ts'

type Body<Name extends keyof typeof gateCalls> = BodyOf<(typeof gateCalls)[Name]>

const hour = 3_600_000
/** Days after a visit was to end in which its own link still shows what became of it. */
const ownLinkDays = 7
/** What is taken within an hour: many visitors share the address of the gate's own wireless network. */
export const askedAtMost = { book: 60, bookBy: 120, look: 1_200, wrong: 120 } as const

const object = 'visitInvitation'
const { token: tokenLabel } = gateDomain.asked
const what = { zh: gateDomain.logged.visitInvitation.zh, en: 'The booking link' }

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()
const newToken = (): string => randomBytes(32).toString('base64url')
const noLink = (): Refusal =>
  invalid('token', tokenLabel, {
    zh: '无效或已过期，请向被访人或门卫索取新的',
    en: 'is not valid or has expired: ask your host or the gate for another',
  })

/**
 * A look is counted by its link where that is somebody's, else with all that others of the network guess: whoever was given a link does not
 * wait for those who have none behind the same address.
 */
const lookOf = ({ ip }: Asked, token: string, isKnown: boolean): Ask => {
  const network = networkOf(ip)
  const key = isKnown ? `${network} ${hashOf(token).toString('hex')}` : network
  return { what: 'look', key, most: askedAtMost.look }
}

export const createBooking = (kernel: Kernel, store: BookingStore, visits: Visits) => {
  const { clock } = kernel
  const { records } = visits.keeper

  const limit = async (ask: Ask, trx?: Trx): Promise<void> => {
    const wait = await store.countIn(ask, trx)
    if (wait > 0) throw new TooMany(wait)
  }
  const looks = (...seen: Parameters<typeof lookOf>): Promise<void> => limit(lookOf(...seen))
  const ownIdOf = (token: string): Promise<string | null> =>
    store.ownVisit(hashOf(token), new Date(clock.now() - ownLinkDays * 24 * hour))
  /** As whom a visitor's own steps are written down. */
  const asVisitor = (asked: Asked): Asked => {
    const all = seeingAll(asked)
    return { ...all, caller: { ...all.caller, userId: '', cname: nobodys.stranger } }
  }
  const ownOf = (row: Visit, { language }: Asked): OwnVisit => ({
    visitorName: row.visitorName,
    hostName: row.hostName,
    planIn: row.planIn ?? '',
    planOut: row.planOut ?? '',
    status: row.status,
    refusedFor: row.refusedFor,
    briefing: kernel.settings.get(language === 'en' ? gateSettings.visitBriefingEn : gateSettings.visitBriefing),
    trainingAck: row.trainingAck,
  })
  const ownVisit = async (token: string, asked: Asked): Promise<Visit> => {
    const id = await ownIdOf(token)
    await looks(asked, token, id !== null)
    const row = id && (await kernel.db.transaction((trx) => records.read(trx, id, asVisitor(asked))))
    if (!row) throw noLink()
    return row
  }

  return {
    invitations: (asked: Asked) => store.valid(asked.caller.scope),
    seen: (ids: readonly string[], { caller }: Asked) => store.seen(ids, caller.scope),
    invite: ({ hostName, deptId, note, hours, mostUses }: Body<'createVisitInvitation'>, asked: Asked) => {
      const token = newToken()
      return kernel.transaction(async (trx, after) => {
        const { scope, cname } = asked.caller
        requireWrite(scope, deptId, { zh: '部门', en: 'The department' }, 'deptId')
        if (deptId !== null) await requireRef(trx, 'dept', deptId, scope, 'deptId')
        const expiresAt = new Date(clock.now() + hours * hour)
        const id = await store.add(trx, { tokenHash: hashOf(token), hostName, deptId, note, expiresAt, mostUses, madeBy: cname })
        const invitation = await store.one(trx, id, scope)
        if (!invitation) throw new Error('an invitation was not made')
        await kernel.journal.write(trx, asked, { module: 'gates', action: 'create', object, objectId: id, after: invitation })
        announce(kernel.bus, after, object, id)
        return { invitation, token, path: visitPath(token) }
      })
    },
    revoke: ({ id }: Body<'revokeVisitInvitation'>, asked: Asked): Promise<null> =>
      kernel.transaction(async (trx, after) => {
        const present = await store.one(trx, id, asked.caller.scope)
        if (!present) throw new Refusal('notFound', { what })
        requireWrite(asked.caller.scope, present.deptId, what)
        await store.revoke(trx, id)
        await kernel.journal.write(trx, asked, { module: 'gates', action: 'delete', object, objectId: id, before: present })
        announce(kernel.bus, after, object, id)
        return null
      }),

    open: async ({ token }: Body<'getVisitBooking'>, asked: Asked) => {
      const found = await store.byToken(hashOf(token))
      // A phone asks first so of its own booking: the address does not say which it is.
      await looks(asked, token, found !== null || (await ownIdOf(token)) !== null)
      if (!found) throw noLink()
      const { hostName, deptName, expiresAt } = found
      return { siteName: kernel.settings.get(ownSettings.name), hostName, deptName, expiresAt }
    },
    book: async ({ token, ...body }: Body<'bookVisit'>, asked: Asked) => {
      const network = networkOf(asked.ip)
      const isKnown = (await store.byToken(hashOf(token))) !== null
      await looks(asked, token, isKnown)
      if (!isKnown) {
        await limit({ what: 'wrong', key: network, most: askedAtMost.wrong })
        throw noLink()
      }
      const own = newToken()
      const visitor = asVisitor(asked)
      return kernel.transaction(async (trx, after) => {
        const invitation = await store.byToken(hashOf(token), trx)
        if (!invitation) throw noLink()
        // What is refused below counts as no booking.
        await limit({ what: 'book', key: network, most: askedAtMost.book }, trx)
        await limit({ what: 'bookBy', key: hashOf(token).toString('hex'), most: askedAtMost.bookBy }, trx)
        if (invitation.uses >= invitation.mostUses)
          throw invalid('token', tokenLabel, { zh: '的预约次数已用完', en: 'has no bookings left' })
        const hostName = invitation.hostName || body.hostName
        if (hostName === '') throw missing('hostName', visit.fields.hostName.label)
        kernel.disk.requireRoom()
        const none = { allowedAreaIds: [], escortId: null, photo: '' } as const
        const saved = { ...body, ...none, hostName, deptId: invitation.deptId }
        const change = await saveIn(records, trx, { ...saved, allowedAreaIds: [] }, visitor)
        await store.bind(trx, change.id, hashOf(own), invitation.id)
        await store.use(trx, invitation.id)
        await tellOf(records, trx, [change], visitor, after)
        announce(kernel.bus, after, object, invitation.id)
        return { token: own, visit: ownOf(change.row, asked) }
      })
    },
    own: async ({ token }: Body<'getOwnVisit'>, asked: Asked): Promise<OwnVisit> => {
      return ownOf(await ownVisit(token, asked), asked)
    },
    acknowledge: async ({ token }: Body<'ackVisitBriefing'>, asked: Asked): Promise<OwnVisit> => {
      const present = await ownVisit(token, asked)
      // Once is enough, and who is inside did so before.
      if (present.trainingAck !== null || isHere(present.status)) return ownOf(present, asked)
      return ownOf(await visits.acknowledge({ id: present.id }, asVisitor(asked)), asked)
    },
    forgetAsks: store.forgetAsks,
  }
}
