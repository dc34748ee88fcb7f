import type { Session } from './context.ts'
import { framesOf } from './message.ts'

/** Bytes of answers that wait for one socket to read them. */
const unsentAtMost = 256 * 1024

/** Who is told something: of a line that is gone, nobody. */
export type Addressee = Pick<Session, 'terminal' | 'serial'> & {
  readonly line: { readonly socket: Pick<Session['line']['socket'], 'destroyed' | 'destroy' | 'writableLength' | 'write'> }
}

/** Says a message to a terminal; its serial, the first of several where it is cut into parts, or null where nobody is there. */
export const send = (session: Addressee, id: number, body: Buffer): number | null => {
  const { line, terminal, serial } = session
  const { socket } = line
  if (socket.destroyed) return null
  // Who reads no answers will not read this one either.
  if (socket.writableLength > unsentAtMost) {
    socket.destroy()
    return null
  }
  const frames = framesOf({ ...terminal, id, body }, serial)
  session.serial = (serial + frames.length) & 0xffff
  for (const frame of frames) socket.write(frame)
  return serial
}
