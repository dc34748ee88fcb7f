import { randomUUID } from 'node:crypto'
import { hat } from '@vigil/contract/devices/hat.ts'
import type { BodyOf } from '@vigil/contract/kernel/call.ts'
import type { telephonyCalls } from '@vigil/contract/telephony/calls.ts'
import type { CallOutcome, Party } from '@vigil/contract/telephony/entities.ts'
import type { Asked, Caller } from '../../kernel/caller.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Doors } from '../../kernel/module.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { maySee } from '../../kernel/scope.ts'
import { deptOfDevice, type Device } from '../devices/index.ts'
import type { createCallLog } from './call-log.service.ts'
import { createRoomStore, type NewRoom, type OpenRoom } from './rooms.store.ts'

/** Milliseconds after which a room that nobody comes to is over. */
export const emptyFor = 30_000

declare module '../devices/commands.ts' {
  interface DeviceCommands {
    /** A helmet is asked into a room, by its number and the helmet whose it is. */
    room: { readonly roomId: string; readonly deviceId: string }
  }
}

/** Who comes to a room. */
export type Comer = { readonly kind: 'user'; readonly caller: Caller } | { readonly kind: 'hat'; readonly code: string }

const partyOfHelmet = ({ id, sipId, personName, label }: Device): Party => ({
  kind: 'hat',
  id: String(id),
  number: sipId,
  name: personName ?? label,
})

/** Whether a console may come: it sees the helmet whose room it is, or one that was asked in. */
const isSeen = ({ registry }: Doors['devices'], { scope }: Caller, { deptId, guestIds }: OpenRoom): boolean =>
  maySee(scope, deptId) ||
  guestIds.some((id) => {
    const guest = registry.get(Number(id))
    return guest !== undefined && maySee(scope, deptOfDevice(guest))
  })

/** How rooms end, for whatever reason. */
const createEnds = (
  { clock }: Pick<Kernel, 'clock'>,
  store: ReturnType<typeof createRoomStore>,
  calls: Pick<ReturnType<typeof createCallLog>, 'ended'>,
) => {
  /** Those of this server that it was found not to hold. */
  let unheld: ReadonlySet<string> = new Set()
  const end = async (ids: readonly string[], outcome: CallOutcome): Promise<void> => {
    await store.leftOver(ids)
    for (const id of ids) await calls.ended(id, outcome)
  }
  return {
    end: (id: string, outcome: CallOutcome) => end([id], outcome),
    /**
     * Ends what is this server's by the log and nobody's in truth, as when whoever came first went before he was in; once it is found so a
     * second time, since somebody may be coming just now.
     */
    endUnheld: async (server: string, isHeld: (id: string) => boolean): Promise<void> => {
      const found = (await store.ofServer(server)).filter((id) => !isHeld(id))
      const again = found.filter((id) => unheld.has(id))
      unheld = new Set(found)
      await end(again, 'missed')
    },
    /** Those that a server held that is gone. */
    endOfServer: async (server: string): Promise<void> => end(await store.ofServer(server), 'lost'),
    /** Those of which no server is left, and those to which nobody came. */
    endForsaken: async (servers: readonly string[]): Promise<void> => {
      const { lost, empty } = await store.forsaken(servers, new Date(clock.now() - emptyFor))
      await end(lost, 'lost')
      await end(empty, 'missed')
    },
  }
}

/** Rooms as the log knows them: which are open, who may come, who was in them. Sound and pictures are the gateway's. */
export const createRooms = (
  kernel: Kernel,
  { devices }: Pick<Doors, 'devices'>,
  calls: ReturnType<typeof createCallLog>,
  numberOf: (caller: Caller) => Promise<string>,
) => {
  const { journal } = kernel
  const store = createRoomStore(kernel)
  const helmet = (code: string): Device | null => {
    const device = devices.registry.find('hat', code)
    return device?.enabled ? device : null
  }
  const open = async (room: Omit<NewRoom, 'callId'>, asked: Asked | null): Promise<string | null> => {
    const opened = await kernel.transaction(async (trx) => {
      const row = await store.open(trx, { ...room, callId: `room:${randomUUID()}` })
      const { roomId, alarmId } = room
      const after = { dialled: roomId, ...(alarmId === null ? {} : { alarmId }) }
      if (row && asked)
        await journal.write(trx, asked, { module: 'telephony', action: 'call', object: 'zdCall', objectId: row.id, after })
      return row
    })
    if (opened) await calls.changed([opened])
    return opened?.id ?? null
  }
  /** A helmet that somebody sees. */
  const seenHelmet = (code: string, { caller }: Asked): Device => {
    const device = helmet(code)
    if (!device || !maySee(caller.scope, deptOfDevice(device))) throw new Refusal('notFound', { what: hat.word })
    return device
  }
  const send = (code: string, room: { readonly roomId: string; readonly deviceId: string }) =>
    devices.commands.send('hat', code, { name: 'room', ...room })

  return {
    emptyFor,
    /** A helmet opened a room with its call for help; nothing where it is open already. */
    openedBy: async (code: string, roomId: string): Promise<void> => {
      const device = helmet(code)
      if (!device) return
      const [caller, hatId] = [partyOfHelmet(device), String(device.id)]
      const alarmId = await store.alarmOf(hatId)
      await open({ roomId, hatId, deptId: deptOfDevice(device), caller, alarmId, guestIds: [] }, null)
    },
    /** A console opens one with helmets, each of which is asked in; the first is the one whose it is. */
    open: async ({ deviceIds }: BodyOf<typeof telephonyCalls.saveCallRoom>, asked: Asked) => {
      const all = [...new Set(deviceIds)].map((code) => seenHelmet(code, asked))
      const [first] = all
      if (!first) throw new Refusal('notFound', { what: hat.word })
      const { userId: id, cname: name } = asked.caller
      const room = { roomId: randomUUID(), deviceId: first.code }
      const opened = await open(
        {
          roomId: room.roomId,
          hatId: String(first.id),
          deptId: deptOfDevice(first),
          caller: { kind: 'user', id, number: await numberOf(asked.caller), name },
          alarmId: await store.alarmOf(String(first.id)),
          guestIds: all.map((device) => String(device.id)),
        },
        asked,
      )
      if (opened === null) throw new Refusal('tooManyRequests')
      for (const { code } of all) await send(code, room)
      return room
    },
    /** Asks one more helmet in; how far that came. */
    invite: async ({ roomId, deviceId, guestId }: BodyOf<typeof telephonyCalls.addToCallRoom>, asked: Asked) => {
      const guest = seenHelmet(guestId, asked)
      const device = helmet(deviceId)
      const room = device ? await store.find(String(device.id), roomId) : null
      if (!device || !room || !isSeen(devices, asked.caller, room))
        throw new Refusal('notFound', { what: { zh: '房间', en: 'The room' } })
      await kernel.transaction(async (trx) => {
        await store.guest(trx, room.id, [String(guest.id)])
        const after = { dialled: roomId, name: guest.personName ?? guest.label }
        await journal.write(trx, asked, { module: 'telephony', action: 'call', object: 'zdCall', objectId: room.id, after })
      })
      return send(guest.code, { roomId, deviceId: device.code })
    },
    /** The room that somebody may come to, and as whom; null where it is not there or not his. */
    find: async (roomId: string, code: string, comer: Comer): Promise<{ room: OpenRoom; party: Party } | null> => {
      const device = devices.registry.find('hat', code)
      const room = device ? await store.find(String(device.id), roomId) : null
      if (!room) return null
      if (comer.kind === 'user') {
        const { userId: id, cname: name } = comer.caller
        if (!isSeen(devices, comer.caller, room)) return null
        return { room, party: { kind: 'user', id, number: await numberOf(comer.caller), name } }
      }
      const own = helmet(comer.code)
      if (!own || (room.hatId !== String(own.id) && !room.guestIds.includes(String(own.id)))) return null
      return { room, party: partyOfHelmet(own) }
    },
    claim: store.claim,
    /** Somebody came; the row that says so. Who comes to a room of another kind of party than opened it has answered. */
    entered: async (id: string, party: Party): Promise<string> => {
      const { row, room } = await store.entered(id, party)
      await calls.answeredByOther(id, party)
      await calls.changed([room])
      return row
    },
    left: async (row: string): Promise<void> => calls.changed(await store.left(row)),
    ...createEnds(kernel, store, calls),
  }
}
export type Rooms = ReturnType<typeof createRooms>
