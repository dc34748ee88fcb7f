import { hash, randomInt } from 'node:crypto'
import { barrierGate } from '@vigil/contract/gates/barrier-gate.ts'
import type { Text } from '@vigil/contract/kernel/text.ts'
import { speedCamera } from '@vigil/contract/traffic/speed-camera.ts'
import type { Asked } from '../../kernel/caller.ts'
import type { Entry } from '../../kernel/journal.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { maySee, requireWrite } from '../../kernel/scope.ts'
import type { PlaceOfPasses } from '../traffic/index.ts'
import type { PlaceKind, Receivers } from './places.ts'
import type { PushingStore, PushLogin } from './store.ts'

/** What a device is asked for: part of what is stored of its login. */
export const pushRealm = 'Vigil'

const words: Readonly<Record<PlaceKind, Text>> = { speedCamera: speedCamera.word, barrierGate: barrierGate.word }
const login: Text = { zh: '推送账号', en: 'The push login' }
const prefixes: Readonly<Record<PlaceKind, string>> = { speedCamera: 'cam', barrierGate: 'gate' }
/** Letters that nobody mistakes for others on a small display, and every device's form takes; 16 of them are 90 bits. */
const letters = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const passwordLength = 16
const newPassword = (): string => Array.from({ length: passwordLength }, () => letters.charAt(randomInt(letters.length))).join('')

/** Of each digest H(user name:realm:password), in hexadecimal digits. */
export const ha1Of = (userName: string, password: string): PushLogin['ha1'] => {
  const text = `${userName}:${pushRealm}:${password}`
  return { md5: hash('md5', text), sha256: hash('sha256', text) }
}

/** The logins of places, as people make and end them. */
export const createPushLogins = (
  { transaction, journal, clock }: Pick<Kernel, 'transaction' | 'journal' | 'clock'>,
  store: PushingStore,
  find: Receivers['find'],
) => {
  const whatOf = (kind: PlaceKind): Text => ({ zh: words[kind].zh, en: `The ${words[kind].en}` })
  const placeOf = async (kind: PlaceKind, id: string, { caller }: Asked): Promise<PlaceOfPasses> => {
    const place = await find(kind, { id })
    if (!place || !maySee(caller.scope, place.deptId)) throw new Refusal('notFound', { what: whatOf(kind) })
    return place
  }
  const writable = async (kind: PlaceKind, id: string, asked: Asked): Promise<PlaceOfPasses> => {
    const place = await placeOf(kind, id, asked)
    requireWrite(asked.caller.scope, place.deptId, whatOf(kind))
    return place
  }
  const entryOf = (action: Entry['action'], kind: PlaceKind, id: string, told: Pick<Entry, 'before' | 'after'>): Entry => ({
    module: 'pushing',
    action,
    object: 'pushLogin',
    objectId: `${kind} ${id}`,
    ...told,
  })
  return {
    /** The place of a record that the caller may see. */
    placeOf,
    get: async (kind: PlaceKind, id: string, asked: Asked) => {
      await placeOf(kind, id, asked)
      const found = await store.loginOf(kind, id)
      return (
        found && {
          userName: found.userName,
          createdAt: clock.toWire(found.createdAt),
          lastUsedAt: clock.toWireOrNull(found.lastUsedAt),
        }
      )
    },
    renew: async (kind: PlaceKind, id: string, asked: Asked): Promise<{ userName: string; password: string }> => {
      const { place } = await writable(kind, id, asked)
      const userName = `${prefixes[kind]}-${id}`
      const password = newPassword()
      await transaction(async (trx) => {
        await store.saveLogin(trx, { kind, id, userName, ha1: ha1Of(userName, password) })
        await journal.write(trx, asked, entryOf('create', kind, id, { after: { userName, place } }))
      })
      return { userName, password }
    },
    revoke: async (kind: PlaceKind, id: string, asked: Asked): Promise<null> => {
      const { place } = await writable(kind, id, asked)
      await transaction(async (trx) => {
        const dropped = await store.dropLogin(trx, kind, id)
        if (!dropped) throw new Refusal('notFound', { what: login })
        await journal.write(trx, asked, entryOf('delete', kind, id, { before: { userName: dropped.userName, place } }))
      })
      return null
    },
  }
}
