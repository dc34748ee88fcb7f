import { z } from 'zod'
import type { CodeName } from './codes.ts'
import type { Permission } from '../menu/routes.ts'
import type { Text } from './text.ts'

/** Who may make a call: anybody, any session, or a session that holds one of the named permissions. */
export type Needs = 'public' | 'signedIn' | { readonly anyOf: readonly [Permission, ...Permission[]] }

const kilobyte = 1024
/** Bytes of body that a call takes unless it says otherwise: more than any one record needs. */
export const usualBody = 64 * kilobyte
/** What somebody may send whom nobody knows yet. */
export const strangersBody = 4 * kilobyte

/** One request: where it goes, what it carries, what comes back, who may make it. Everything else is derived from this. */
export interface Call<Body extends z.ZodType = z.ZodType, Data extends z.ZodType = z.ZodType> {
  readonly method: 'GET' | 'POST'
  /** Below `/api`. */
  readonly path: `/${string}`
  readonly describe: Text
  readonly needs: Needs
  readonly body: Body
  readonly data: Data
  /** Bytes of body at most, of a form with its file: what is larger is answered with 413 and not read. */
  readonly bodyLimit: number
  /** Codes beyond the general ones. */
  readonly codes: readonly CodeName[]
  /** A session whose first password still has to be changed may make this call. */
  readonly beforePasswordChange?: boolean
  /**
   * It changes nothing, so that a wall display may make it; `privately`: it tells what nobody but who sits at a console of his own is
   * to see, such as the system log. A call of which neither is said changes something.
   */
  readonly reads?: true | 'privately'
  /** Comes as multipart form data with one file in the field `file`; the body is its other fields. */
  readonly upload?: true
  /** Named already, not served yet: its shapes are open and its answer is `notAvailableYet`. */
  readonly planned?: true
}

/** A call of which only the name is settled. */
export type PlannedCall = Call & { readonly planned: true }

type CallDefinition<B extends z.ZodType, D extends z.ZodType> = Omit<Call<B, D>, 'method' | 'codes' | 'bodyLimit'> &
  Partial<Pick<Call<B, D>, 'method' | 'codes' | 'bodyLimit'>>

/** Describes one call; POST, a body of the usual size and no special codes unless said. */
export const call = <B extends z.ZodType, D extends z.ZodType>(definition: CallDefinition<B, D>): Call<B, D> => ({
  method: 'POST',
  codes: [],
  bodyLimit: usualBody,
  ...definition,
})

/** A call that takes no body. An absent, null or empty one is accepted. */
export const nothing = z.unknown().transform((): undefined => undefined)

/** What a call whose answer carries no data returns. */
export const noData = z.null()

export type Calls = Readonly<Record<string, Call>>
export type BodyOf<C extends Call> = z.output<C['body']>
export type SentBodyOf<C extends Call> = z.input<C['body']>
export type DataOf<C extends Call> = z.output<C['data']>
/** What a handler may hand to the data schema. */
export type ReturnedBy<C extends Call> = z.input<C['data']>

/** Every answer to a call. */
export interface Envelope<Data> {
  readonly code: string
  readonly msg: string
  readonly data: Data
}
