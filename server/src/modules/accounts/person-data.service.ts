import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { accountCalls } from '@vigil/contract/accounts/calls.ts'
import { erasedName } from '@vigil/contract/accounts/person-data.ts'
import { user, type User } from '@vigil/contract/accounts/user.ts'
import type { StoredFile } from '@vigil/contract/files/entities.ts'
import type { BodyOf } from '@vigil/contract/kernel/call.ts'
import { may, type Asked } from '../../kernel/caller.ts'
import type { Kernel, Trx } from '../../kernel/kernel.ts'
import { announce, recordsChanged, type ChangedAlong } from '../../kernel/record-changes.ts'
import { invalid, Refusal } from '../../kernel/refusal.ts'
import { eraseRecord } from './person-data.store.ts'

type Body<Name extends 'exportPersonData' | 'erasePersonData'> = BodyOf<(typeof accountCalls)[Name]>

/** People as the account service reads and guards them. */
interface People {
  readonly read: (trx: Trx, id: string, asked: Asked) => Promise<User | null>
  readonly lock: (trx: Trx, id: string) => Promise<void>
  /** Refuses whose person he is not. */
  readonly permit: (trx: Trx, present: User, asked: Asked) => Promise<void>
  readonly guardRemoval: (trx: Trx, present: User, asked: Asked) => Promise<void>
}
interface Files {
  readonly create: (
    file: { readonly name: string; readonly type: string; readonly purpose: 'export'; readonly deptId: null },
    asked: Asked,
    write: (path: string) => Promise<void>,
  ) => Promise<StoredFile>
}

/** Of what may be long: a few rows at a time. */
type Pieces = (personId: string) => AsyncIterable<readonly unknown[]>
/** A new name for what stays of somebody. */
interface Erased {
  readonly cname: string
  readonly workNum: string
}

/** What other domains keep of people: each tells of somebody, and forgets what is no evidence. */
export interface PersonDataDoors {
  readonly files: Files
  readonly signIns: {
    readonly sessions: (personId: string) => Promise<unknown>
    readonly addresses: (personId: string) => Promise<unknown>
    readonly erase: (trx: Trx, personId: string) => Promise<void>
  }
  readonly push: {
    readonly configOf: (personId: string) => Promise<unknown>
    readonly erase: (trx: Trx, personId: string) => Promise<void>
  }
  readonly wearers: {
    readonly wornBy: (personId: string) => Promise<readonly Worn[]>
    readonly release: (trx: Trx, personId: string, as: Erased) => Promise<readonly ChangedAlong[]>
  }
  readonly positions: Pieces
  readonly alarms: Pieces
  readonly journal: Pieces
}
/** Somebody's wearing of a device. */
interface Worn {
  readonly kind: string
  readonly code: string
  readonly label: string
  readonly personName: string
  readonly workNum: string
  readonly from: Date
  readonly until: Date | null
}

const what = { zh: '人员', en: 'The person' }
const object = 'personData'

export type PersonData = ReturnType<typeof createPersonData>

/** What a person may ask of the site about himself: everything it keeps of him, and to forget what is no evidence. */
export const createPersonData = (kernel: Kernel, people: People, doors: PersonDataDoors) => {
  const { files, signIns, push, wearers } = doors
  const { bus, clock, journal, transaction } = kernel

  const seen = async (trx: Trx, id: string, asked: Asked): Promise<User> => {
    const permission = 'private:view'
    if (!may(asked.caller, permission)) throw new Refusal('forbidden', { needs: permission })
    const person = await people.read(trx, id, asked)
    if (!person) throw new Refusal('notFound', { what })
    await people.permit(trx, person, asked)
    return person
  }

  const bindingOf = ({ kind, code, label, personName, workNum, from, until }: Worn) => ({
    deviceType: kind,
    deviceCode: code,
    deviceName: label,
    userName: personName,
    workNum,
    from: clock.toWire(from),
    until: clock.toWireOrNull(until),
  })

  /** The file's text piece by piece: somebody of the control room has a hundred thousand rows in the journal. */
  const written = async function* (person: User): AsyncGenerator<string> {
    const { roleIds, roleNames, ...record } = person
    const known = {
      exportedAt: clock.toWire(new Date(clock.now())),
      person: record,
      roles: roleIds.map((id, index) => ({ id, name: roleNames[index] })),
      pushSettings: await push.configOf(person.id),
      sessions: await signIns.sessions(person.id),
      signInAddresses: await signIns.addresses(person.id),
      bindings: (await wearers.wornBy(person.id)).map(bindingOf),
    }
    yield JSON.stringify(known, null, 2).replace(/\n\}$/, '')
    const long = { positions: doors.positions(person.id), alarms: doors.alarms(person.id), journal: doors.journal(person.id) }
    for (const [name, batches] of Object.entries(long)) {
      yield `,\n  "${name}": [`
      let first = true
      for await (const batch of batches) {
        for (const row of batch) {
          yield `${first ? '' : ','}\n    ${JSON.stringify(row)}`
          first = false
        }
      }
      yield '\n  ]'
    }
    yield '\n}\n'
  }

  return {
    export: async ({ id }: Body<'exportPersonData'>, asked: Asked): Promise<{ fileId: string }> => {
      // Told before the file is there: nobody has it without the journal.
      const person = await transaction(async (trx) => {
        const found = await seen(trx, id, asked)
        const after = { cname: found.cname }
        await journal.write(trx, asked, { module: 'accounts', action: 'export', object, objectId: id, after })
        return found
      })
      const name = `${person.workNum.replaceAll(/[^\p{L}\p{N}_-]/gu, '_')}.json`
      const file = { name, type: 'application/json', purpose: 'export', deptId: null } as const
      const kept = await files.create(file, asked, (path) => pipeline(Readable.from(written(person)), createWriteStream(path)))
      return { fileId: kept.id }
    },

    erase: async ({ id, confirm }: Body<'erasePersonData'>, asked: Asked): Promise<null> => {
      await transaction(async (trx, after) => {
        await people.lock(trx, id)
        const present = await seen(trx, id, asked)
        if (confirm !== present.workNum) {
          const reason = { zh: '与此人的工号不一致', en: 'does not match the work number of this person' }
          throw invalid('confirm', user.fields.workNum.label, reason)
        }
        await people.guardRemoval(trx, present, asked)
        const workNum = `X${randomBytes(8).toString('hex')}`
        const erased: Erased = { cname: erasedName, workNum }
        await signIns.erase(trx, id)
        await push.erase(trx, id)
        const released = await wearers.release(trx, id, erased)
        const version = await eraseRecord(trx, id, erased)
        // Without what was erased: the journal would keep it for years.
        const told = { module: 'accounts', action: 'delete', object, objectId: id, after: { ...erased, version } } as const
        await journal.writeAll(trx, asked, [...released.map(({ entry }) => entry), told])
        after(() =>
          bus.publish(
            recordsChanged,
            released.map(({ change }) => change),
          ),
        )
        announce(bus, after, user.name, id)
      })
      return null
    },
  }
}
