/** Barriers and turnstiles, who passed them, visitors, and who is inside. */
import { gateCalls } from '@vigil/contract/gates/calls.ts'
import { mayAsk, type Caller } from '../../kernel/caller.ts'
import { kept, type KeptNoun } from '../../kernel/kept-noun.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { declareModule, type Doors, type Module } from '../../kernel/module.ts'
import { silentAfter, type PlaceOfPasses } from '../traffic/index.ts'
import { createAccessStore, type Gate } from './access.store.ts'
import { createAccess } from './access.ts'
import { createBookingStore } from './booking.store.ts'
import { createBooking } from './booking.ts'
import { createForgettingStore } from './forgetting.store.ts'
import { createForgetting } from './forgetting.ts'
import { createInsideStore } from './inside.store.ts'
import { createInside } from './inside.ts'
import type { Passage } from './passage.ts'
import { createPasserStore } from './passers.store.ts'
import { createGateRecords } from './records.ts'
import { gateRoutes } from './routes.ts'
import { createVisitWatch } from './visit-watch.ts'
import { createVisits } from './visits.ts'
import { createVisitStore } from './visits.store.ts'

export type { Passage } from './passage.ts'

interface GateDoor {
  /** Stores what a turnstile tells of somebody; what it told before changes nothing. Answers after the commit. */
  readonly pass: (passage: Passage) => Promise<'stored' | 'duplicate'>
  /** A gate that is switched on, by its record; null where there is none. */
  readonly placeOf: (by: { readonly id: string }) => Promise<PlaceOfPasses | null>
  /** The same with whether vehicles or people pass it. */
  readonly gateOf: (by: { readonly id: string }) => Promise<(PlaceOfPasses & { readonly gateKind: Gate['kind'] }) | null>
  /** Of some files those that are pictures of passages that somebody may see. */
  readonly mayOpen: (fileIds: readonly string[], caller: Caller) => Promise<ReadonlySet<string>>
}

declare module '../../kernel/module.ts' {
  interface Doors {
    gates: GateDoor
  }
}

/** What is over stays with a department that is gone: none is kept from going by its old visits. */
const ofNoDept = (noun: KeptNoun): KeptNoun => ({ ...noun, ofDepts: null })

const createGates = (
  kernel: Kernel,
  { alarms, files, hazards, pushing }: Pick<Doors, 'alarms' | 'files' | 'hazards' | 'pushing'>,
): Module & { readonly door: GateDoor } => {
  const records = createGateRecords(kernel, pushing)
  const access = createAccessStore(kernel)
  const visitStore = createVisitStore(kernel)
  const visits = createVisits(kernel, visitStore, alarms, files)
  const booking = createBooking(kernel, createBookingStore(kernel), visits)
  const inside = createInside(kernel, createInsideStore(kernel))
  const watch = createVisitWatch(kernel, visits, visitStore, alarms, hazards.watch)
  const { pass, heard } = createAccess(kernel, access, createPasserStore(kernel), {
    pictures: files,
    takePictures: pushing.takePictures,
  })
  const forgetting = createForgetting(kernel, createForgettingStore(kernel), files)
  const seesAccess = (caller: Caller): boolean => mayAsk(caller, gateCalls.listZdGateAccess.needs)
  const seesVisits = (caller: Caller): boolean => mayAsk(caller, gateCalls.listZdVisitRecordByDate.needs)
  const mayOpen: GateDoor['mayOpen'] = async (fileIds, caller) => {
    // Visits have pictures that somebody uploaded: those are opened as uploads are.
    return new Set(seesAccess(caller) ? await access.pictures(fileIds, caller.scope) : [])
  }
  files.onCapture(mayOpen)
  const isOnline = (lastSeen: string | null): boolean =>
    lastSeen !== null && kernel.clock.now() - kernel.clock.fromWire(lastSeen).getTime() < silentAfter
  const placeOf: GateDoor['placeOf'] = async (by) => (await access.gate(by))?.place ?? null
  pushing.onPassage(pass)
  pushing.onPlaces('barrierGate', {
    find: placeOf,
    at: async (address) => (await access.gatesAt(address)).map(({ place }) => place),
    seen: ({ id }) => heard(id),
  })
  return {
    door: {
      pass,
      placeOf,
      gateOf: async (by) => {
        const gate = await access.gate(by)
        return gate && { ...gate.place, gateKind: gate.kind }
      },
      mayOpen,
    },
    served: gateRoutes({ ...records, access, inside, visits, booking, isOnline }),
    nouns: [kept(records.gates), ofNoDept(kept(records.accesses)), ofNoDept(kept(visits.keeper)), kept(visits.bans)],
    logged: {
      insideCorrection: async (ids, { caller }) => (seesAccess(caller) ? inside.seen(ids, caller.scope) : new Set()),
      visitInvitation: async (ids, asked) => (seesVisits(asked.caller) ? booking.seen(ids, asked) : new Set()),
    },
    jobs: [
      { name: 'visitors', of: 'site', pattern: '*/5 * * * * *', run: watch.watch },
      { name: 'visitor identities', of: 'site', pattern: '17 23 3 * * *', run: forgetting.identities },
      { name: 'gate pictures', of: 'site', pattern: '41 37 3 * * *', run: forgetting.pictures },
      { name: 'visitor bookings', of: 'site', pattern: '23 11 * * * *', run: booking.forgetAsks },
    ],
  }
}

export const domain = declareModule({ name: 'gates', needs: ['alarms', 'files', 'hazards', 'pushing'], create: createGates })
