import { setImmediate as nextRound } from 'node:timers/promises'
import type { Readable } from 'node:stream'
import { errorCodes } from 'fastify'

/**
 * Reads bodies without keeping everybody else from his turn: of each that comes a piece a round of the event loop, and one whole body a round
 * put together and handed on. Cameras that catch up after a fault come all at once, with a megabyte each: taken as it comes that
 * is tens of milliseconds in which nobody who calls for help is heard.
 */
export const createBodyReader = (round: () => Promise<unknown> = () => nextRound()) => {
  let last: Promise<unknown> = Promise.resolve()
  const turn = (): Promise<unknown> => {
    last = last.then(round)
    return last
  }
  /** Throws, as all other bodies do, for more than `most` bytes; `told` is what its head says, NaN where it says nothing. */
  return async (payload: Readable, told: number, most: number): Promise<Buffer> => {
    if (told > most) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE()
    const pieces: Buffer[] = []
    let length = 0
    // Who is refused still hears why: his line stays open.
    for await (const piece of payload.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      length += piece.length
      if (length > most) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE()
      pieces.push(piece)
      await round()
    }
    await turn()
    return Buffer.concat(pieces, length)
  }
}
