import type { OwnVisit } from '@vigil/contract/gates/booking.ts'
import { gateCalls } from '@vigil/contract/gates/calls.ts'
import type { DataOf } from '@vigil/contract/kernel/call.ts'
import { CallFailed } from '@vigil/contract/kernel/client.ts'
import { codes } from '@vigil/contract/kernel/codes.ts'
import { client } from '../../shared/api/client.ts'
import { failureText } from '../../shared/api/failure.ts'

/** What a link leads to. */
export type Opened =
  | { readonly kind: 'booking'; readonly link: DataOf<typeof gateCalls.getVisitBooking> }
  | { readonly kind: 'own'; readonly visit: OwnVisit }
  | { readonly kind: 'closed' }
  | Failure

export type Failure = { readonly kind: 'busy'; readonly minutes: number } | { readonly kind: 'failed'; readonly reason: string }

/** Minutes that a phone waits where the server does not say how long. */
const usualWait = 10
const tooManyRequests = 429

export const failureOf = (thrown: unknown): Failure =>
  thrown instanceof CallFailed && thrown.status === tooManyRequests
    ? { kind: 'busy', minutes: thrown.retryAfter === null ? usualWait : Math.ceil(thrown.retryAfter / 60) }
    : { kind: 'failed', reason: failureText(thrown) }

/** A booking link or one's own booking: the address does not say which. */
export const open = async (token: string, signal: AbortSignal): Promise<Opened> => {
  try {
    const link = await client.send(gateCalls.getVisitBooking, { token }, signal)
    if (link.code === codes.success.code && link.data) return { kind: 'booking', link: link.data }
    const own = await client.send(gateCalls.getOwnVisit, { token }, signal)
    return own.code === codes.success.code && own.data ? { kind: 'own', visit: own.data } : { kind: 'closed' }
  } catch (error) {
    return failureOf(error)
  }
}
