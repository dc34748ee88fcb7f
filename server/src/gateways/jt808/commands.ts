/** Commands to terminals, and what they say of them. */
import type { Receipt } from '@vigil/contract/devices/command.ts'
import type { TerminalAnswer, TerminalFault } from '@vigil/contract/devices/terminal-parameter.ts'
import type { DeviceCommand, Said } from '../../modules/devices/index.ts'
import { messageId, result, spoken } from './answers.ts'
import type { Heard, Session } from './context.ts'
import { askingParameters, readParameters, settingParameters } from './parameters.ts'
import { send, type Addressee } from './send.ts'

/** Milliseconds in which a terminal says that it got a command, or what it was asked for. */
const answerWithin = 8_000

type Commanded = Addressee & Pick<Session, 'commanded'>

const became = (receipt: Receipt, fault: TerminalFault | null = null): TerminalAnswer => ({ receipt, fault, parameters: [] })

const faults: Readonly<Record<number, TerminalFault>> = { [result.wrong]: 'wrong', [result.unsupported]: 'unsupported' }
const failed = (outcome: number): TerminalAnswer => became('failed', faults[outcome] ?? 'refused')

/** What ends the waiting of a command that a general answer is the whole answer to; null for what does not. */
const done = (heard: Heard): TerminalAnswer | null => {
  if (heard.kind === 'result') return heard.result === result.done ? became('accepted') : failed(heard.result)
  return heard.kind === 'gone' ? became('offline') : null
}
/** The same of a question: some say first that they got it. */
const told = (heard: Heard): TerminalAnswer | null => {
  if (heard.kind === 'result') return heard.result === result.done ? null : failed(heard.result)
  if (heard.kind === 'gone') return became('offline')
  const { parameters } = heard
  return parameters === null ? became('failed', 'unreadable') : { ...became('accepted'), parameters: [...parameters] }
}

const ask = async (
  session: Commanded,
  id: number,
  body: Buffer,
  ends: (heard: Heard) => TerminalAnswer | null,
): Promise<TerminalAnswer> => {
  const serial = send(session, id, body)
  if (serial === null) return became('offline')
  const { promise, resolve } = Promise.withResolvers<TerminalAnswer>()
  const late = setTimeout(resolve, answerWithin, became('timedOut'))
  session.commanded.set(serial, (heard) => {
    const answer = ends(heard)
    if (answer !== null) resolve(answer)
  })
  return promise.finally(() => {
    clearTimeout(late)
    session.commanded.delete(serial)
  })
}

/** What is said to a terminal, and what it says of that. */
export const carry = async (session: Commanded, command: DeviceCommand): Promise<Said> => {
  switch (command.name) {
    case 'text':
      return (await ask(session, messageId.text, spoken(session.terminal.version, command.message, false), done)).receipt
    case 'readParameters':
      return command.ids === undefined
        ? ask(session, messageId.askAllParameters, Buffer.alloc(0), told)
        : ask(session, messageId.askParameters, askingParameters(command.ids), told)
    case 'setParameters':
      return ask(session, messageId.setParameters, settingParameters(command.values), done)
    default:
      return 'failed'
  }
}

/** A general answer of a terminal, of five bytes at least. */
export const hearAnswer = ({ commanded }: Pick<Session, 'commanded'>, body: Buffer): void =>
  commanded.get(body.readUInt16BE(0))?.({ kind: 'result', result: body[4] ?? result.failed })

/** What a terminal tells of its parameters; whether it could be read, be there anybody who asked or not. */
export const hearParameters = ({ commanded }: Pick<Session, 'commanded'>, body: Buffer): boolean => {
  const read = readParameters(body)
  if (read === null) return false
  commanded.get(read.serial)?.({ kind: 'parameters', parameters: read.parameters })
  return read.parameters !== null
}

/** It says nothing more. */
export const gone = ({ commanded }: Pick<Session, 'commanded'>): void => {
  for (const heard of commanded.values()) heard({ kind: 'gone' })
}
