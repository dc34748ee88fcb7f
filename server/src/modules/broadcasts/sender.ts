import type { SendingState } from '@vigil/contract/broadcasts/sending.ts'
import type { Receipt } from '@vigil/contract/devices/command.ts'
import { clipPath } from './clips.ts'
import { tellSettled, type SendingContext } from './sending.context.ts'
import type { Due, Noted } from './sending.store.ts'

/** Carries broadcasts to helmets, a few at a time, whichever server began them. */

/** Helmets that one server speaks to at one time: a broadcast to all of them starves nobody else's commands. */
const atOnce = 16

/** That a helmet has it says not that it played it. Null where nothing is known that was not before. */
const stateOf: Readonly<Record<Receipt, SendingState | null>> = {
  sent: 'sent',
  accepted: 'sent',
  played: 'played',
  failed: 'failed',
  timedOut: 'failed',
  offline: 'offline',
}

export const createSender = (context: SendingContext) => {
  const { kernel, store, doors } = context
  const { commands } = doors.devices
  const lanes = new Set<Promise<void>>()
  let isStopped = false
  /** Whether something may wait that was not there when a lane looked last. */
  let looksAgain = false

  const note = async (noted: Noted): Promise<void> => tellSettled(context, await store.note(noted))
  const heard = async (code: string, messageId: string, receipt: Receipt): Promise<void> => {
    const state = stateOf[receipt]
    if (state !== null) await note({ code, messageId, state })
  }
  const send = async ({ code, messageId, text, title, priority, clipToken }: Due): Promise<void> => {
    const clip = clipToken === null ? {} : { clip: clipPath(clipToken) }
    const receipt = await commands.send('hat', code, { name: 'text', messageId, message: text || title, priority, ...clip })
    await heard(code, messageId, receipt)
  }
  const lane = async (): Promise<void> => {
    while (!isStopped) {
      const due = await store.take()
      if (due) {
        open()
        await send(due)
      } else if (looksAgain) looksAgain = false
      else return
    }
  }
  /** One more where there is room; each that finds something opens the next. */
  const open = (): void => {
    if (isStopped || lanes.size >= atOnce) return
    const opened: Promise<void> = lane()
      .catch((error: unknown) => kernel.log.warn({ err: error }, 'a broadcast could not be sent to a helmet'))
      .finally(() => lanes.delete(opened))
    lanes.add(opened)
  }
  commands.follow(({ kind, code, messageId, receipt }) => (kind === 'hat' ? heard(code, messageId, receipt) : undefined))
  return {
    /** Something waits, or may. */
    wake: (): void => {
      looksAgain = lanes.size > 0
      open()
    },
    /** What was taken up is sent to its end, which takes the ten seconds of a command at most. */
    stop: async (): Promise<void> => {
      isStopped = true
      await Promise.all(lanes)
    },
  }
}
