import type { PlaceOfPasses } from '../../modules/traffic/index.ts'
import type { PlaceKind, PushLogin, PushWay, UnknownNews } from '../../modules/pushing/index.ts'
import { networkOf } from '../../kernel/trusted-proxies.ts'
import type { PushContext } from './context.ts'
import { digestParts } from '../shared/digest.ts'
import { basicParts, checkBasic, checkDigest } from './digest.ts'

/** Who may push: whom his login shows, or, of a device without one, his address. */

export interface Pusher {
  /** As its record has it. */
  readonly address: string
  readonly authorization: string
  readonly method: string
  readonly url: string
}

/** `isStale`: only the challenge was too old; `isTried`: with a login. */
export interface Stranger {
  readonly reason: UnknownNews['reason']
  readonly isStale: boolean
  readonly isTried: boolean
}

export const kindsOf: Readonly<Record<PushWay, readonly PlaceKind[]>> = {
  // Barriers have cameras of their own.
  anpr: ['speedCamera', 'barrierGate'],
  gate: ['barrierGate'],
}

/** An IPv4 address as it is written, also where it comes in the form of IPv6. */
export const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '')

export const admit = (context: PushContext, way: PushWay, pusher: Pusher): Promise<PlaceOfPasses | Stranger> =>
  pusher.authorization === '' ? byAddress(context, way, pusher) : byLogin(context, way, pusher)

const byAddress = async ({ at, loginOf }: PushContext, way: PushWay, { address }: Pusher): Promise<PlaceOfPasses | Stranger> => {
  const refused = (reason: Stranger['reason']): Stranger => ({ reason, isStale: false, isTried: false })
  const places = await at(address)
  const [place] = places.filter(({ kind }) => kindsOf[way].includes(kind))
  if (!place) return refused('unregistered')
  // Whose push it is, its address does not say.
  if (places.length > 1) return refused('sharedAddress')
  // An address is easily taken: who has a login is believed by nothing else.
  return (await loginOf(place.kind, place.id)) === null ? place : refused('needsLogin')
}

const byLogin = async (context: PushContext, way: PushWay, pusher: Pusher): Promise<PlaceOfPasses | Stranger> => {
  const { find, noteUsed } = context
  const wrong: Stranger = { reason: 'wrongLogin', isStale: false, isTried: true }
  const digest = digestParts(pusher.authorization)
  const basic = digest ? null : basicParts(pusher.authorization)
  const userName = digest?.get('username') ?? basic?.userName ?? ''
  const login = userName === '' ? null : await context.loginCalled(userName)
  if (!login || !kindsOf[way].includes(login.kind)) return wrong
  const verdict = digest ? checked(context, login, digest, pusher) : isBasicOf(login, basic) ? 'right' : 'wrong'
  if (verdict === 'wrong') return wrong
  const place = await find(login.kind, { id: login.id })
  if (!place) return wrong
  if (verdict === 'stale') return { reason: 'needsLogin', isStale: true, isTried: false }
  await noteUsed(login)
  return place
}

const checked = (
  { challenges }: PushContext,
  { ha1 }: PushLogin,
  digest: ReadonlyMap<string, string>,
  pusher: Pusher,
): 'right' | 'stale' | 'wrong' => checkDigest(digest, ha1, pusher, { challenges, network: networkOf(pusher.address) })

const isBasicOf = ({ ha1 }: PushLogin, basic: ReturnType<typeof basicParts>): boolean =>
  basic !== null && checkBasic(ha1, basic.userName, basic.password)
