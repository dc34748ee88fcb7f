import type { Socket } from 'node:net'
import { GatewayError } from '../../kernel/gateway.ts'
import { NotReady } from '../../kernel/refusal.ts'
import type { Outcome } from '../../modules/positions/index.ts'
import { createInbox, usualPace } from '../shared/inbox.ts'
import { generalAnswer, messageId, registered, registrationResult, result, timeAnswer, type Result } from './answers.ts'
import { carry, gone, hearAnswer, hearParameters } from './commands.ts'
import type { Line, Said, Session, TerminalContext, Vehicle } from './context.ts'
import { createFrameReader } from './frame.ts'
import { isLongParked, isReversing, type Location } from './location.ts'
import { namesOfTerminal, numberOfTerminal, readMessage, type Message, type Terminal } from './message.ts'
import { createParts } from './parts.ts'
import { readAuthentication, readRegistration } from './registration.ts'
import { isPressed, locationsIn, reportOf } from './reports.ts'
import { send } from './send.ts'

/**
 * One line and the terminals that speak on it, nearly always one: whose they are, and in which order what they say is carried out.
 */

/** Frames in a row that cannot be read, after which the other side is taken for something else than a terminal. */
const unreadableLimit = 20
/** What one line may have carried out in a second: it may be that of a platform which speaks for many. */
const ofManyTerminals = { ...usualPace, messages: 5_000 } as const
/** Messages whose locations are handed on together. */
const togetherAtMost = 500
/** Milliseconds after which a socket that found no room looks again. */
const lookAgainAfter = 100

/** Terminals that may speak on one line, and on all of them. */
const terminalsAtMost = { line: 100, all: 50_000 } as const
/** Terminals that are given a code at one time: each is a write, and whoever asks is nobody yet. */
const enrollingAtMost = 4
/** Milliseconds of silence after which a line is given up; until its first message it has less time. */
const silentAtMost = 600_000
const firstWithin = 30_000

const noFrame = new GatewayError({ zh: '无法读取的数据帧', en: 'a frame that cannot be read' })
const wrongCheck = new GatewayError({ zh: '校验码不符的数据帧', en: 'a frame with a wrong check code' })
const noMessage = new GatewayError({ zh: '无法读取的消息', en: 'a message that cannot be read' })
const encrypted = new GatewayError({ zh: '加密的消息，无法读取', en: 'an encrypted message, which cannot be read' })

const answer = ({ session, message, serials }: Said, outcome: Result): void => {
  for (const serial of serials) send(session, messageId.answer, generalAnswer(serial, message.id, outcome))
}

const leave = (session: Session): void => {
  const { connected } = session.line.context
  session.release()
  session.release = () => undefined
  if (session.vehicle !== null && connected.get(session.vehicle.code) === session) connected.delete(session.vehicle.code)
  session.vehicle = null
}
/** What is for a vehicle goes here from now on: whoever spoke for it before may be a line that nobody closed. */
const enter = (session: Session, vehicle: Vehicle): void => {
  const { connected, holdCommands } = session.line.context
  const other = connected.get(vehicle.code)
  if (other === session) return
  if (other) leave(other)
  leave(session)
  session.vehicle = vehicle
  connected.set(vehicle.code, session)
  session.release = holdCommands(vehicle.code, (command) => carry(session, command))
}

/** Whose terminal says this; asked with each message, since vehicles come and go meanwhile. */
const vehicleOf = ({ line, number }: Session): Vehicle | null => line.context.find(namesOfTerminal(number))
const known = (session: Session): Vehicle | null => {
  const vehicle = vehicleOf(session)
  if (vehicle === null) session.line.context.noteUnknown(session.number)
  return vehicle
}

const register = async (said: Said): Promise<void> => {
  const { session, message, serials } = said
  const [serial = 0] = serials
  if (readRegistration(message) === null) return answer(said, result.wrong)
  const vehicle = known(session)
  if (vehicle === null) return void send(session, messageId.registered, registered(serial, registrationResult.noTerminal, null))
  const { context } = session.line
  // Unanswered it asks again.
  if (context.enrolling >= enrollingAtMost) return
  context.enrolling += 1
  try {
    const code = await context.enrol(vehicle.id)
    session.isLetIn = false
    send(session, messageId.registered, registered(serial, registrationResult.done, code))
  } finally {
    context.enrolling -= 1
  }
}

const authenticate = async (said: Said): Promise<void> => {
  const { session, message } = said
  const { shows, noteFirmware } = session.line.context
  const { code, firmware } = readAuthentication(message)
  const vehicle = known(session)
  const isLetIn = vehicle !== null && (await shows(vehicle.id, code))
  if (isLetIn) {
    enter(session, vehicle)
    session.isLetIn = true
    if (firmware !== null) noteFirmware(vehicle.code, firmware)
  }
  answer(said, isLetIn ? result.done : result.failed)
}

/** What became of a report as its terminal is told: what would come to nothing again need not be sent again. */
const resultOf = (outcome: Outcome): Result => {
  switch (outcome) {
    case 'accepted':
    case 'duplicate':
    case 'noFix':
    case 'noTime':
    case 'future':
      return result.done
    case 'unknownDevice':
    case 'disabledDevice':
    case 'forbidden':
      return result.failed
  }
}

/** Whether what it tells counts: a terminal that was given a code once shows it first. */
const letIn = async (session: Session): Promise<boolean> => {
  if (session.isLetIn !== null) return session.isLetIn
  const vehicle = vehicleOf(session)
  if (vehicle === null) return true
  session.isLetIn = await session.line.context.shows(vehicle.id, '')
  return session.isLetIn
}

interface Told {
  readonly said: Said
  readonly locations: readonly (Location | null)[]
}

/** What is said of now alone tells how it drives; said again where it goes on, since nobody keeps it for long. */
const noteReversing = (session: Session, { id }: Vehicle, told: readonly Told[]): void => {
  const newest = told.findLast(({ said }) => said.message.id !== messageId.batch)?.locations.at(-1)
  const reverses = newest ? isReversing(newest) : null
  if (reverses === null || (!reverses && !session.isReversing)) return
  session.isReversing = reverses
  session.line.context.noteReversing(id, reverses)
}

/**
 * A terminal says for as long as it stands that it does so for too long: told when that begins, and again where it could not be recorded. What
 * was kept back says so of its own time.
 */
const noteParked = async (session: Session, { id }: Vehicle, told: readonly Told[]): Promise<void> => {
  const { context } = session.line
  for (const { said, locations } of told) {
    const isOfNow = said.message.id !== messageId.batch
    let wasParked = isOfNow && session.isLongParked
    for (const location of locations) {
      if (location === null) continue
      const isParked = isLongParked(location)
      const { place, time } = location
      if (isParked && !wasParked && place !== null && time !== null)
        await context.noteParked({ device: id, at: Math.min(time, context.now()), ...place })
      wasParked = isParked && (wasParked || (place !== null && time !== null))
      if (isOfNow) session.isLongParked = wasParked
    }
  }
}

/** Hands locations of one terminal on together, and answers each message once they are stored. */
const report = async (session: Session, told: readonly Told[]): Promise<void> => {
  const { context } = session.line
  const vehicle = known(session)
  // A press is heard from whoever sends it; what is for the vehicle goes to nobody for that.
  if (vehicle !== null && session.isLetIn === true) enter(session, vehicle)
  const code = vehicle?.code ?? session.number
  const wasPressing = session.isPressing
  let isPressing = wasPressing
  const reports = told.flatMap(({ said, locations }) => {
    // What was kept back says nothing of now.
    const isOfNow = said.message.id !== messageId.batch
    let wasPressed = isOfNow && isPressing
    const incoming = locations.flatMap((location) => {
      if (location === null) return []
      const begins = isPressed(location) && !wasPressed
      wasPressed = isPressed(location)
      return [reportOf(code, location, begins)]
    })
    if (isOfNow) isPressing = wasPressed
    return incoming
  })
  // From here on: what follows while this is stored is no other press, and waits its turn.
  session.isPressing = isPressing
  let outcomes: Outcome[]
  try {
    outcomes = await context.report(reports)
  } catch (error) {
    session.isPressing = wasPressing
    if (!(error instanceof NotReady)) throw error
    // It is to be sent again, the press with it.
    for (const { said } of told) answer(said, result.failed)
    return
  }
  if (vehicle !== null && session.isLetIn === true) {
    noteReversing(session, vehicle, told)
    // Where it stands is stored already: it is told of its stop again with what it says next.
    await noteParked(session, vehicle, told).catch((error: unknown) =>
      context.log.warn({ err: error }, 'a stop that a vehicle terminal told of was not recorded'),
    )
  }
  let at = 0
  for (const { said, locations } of told) {
    let worst: Result = result.done
    for (const location of locations) {
      const own = location === null ? result.wrong : resultOf(outcomes[at] ?? 'forbidden')
      if (location !== null) at += 1
      if (own > worst) worst = own
    }
    answer(said, worst)
  }
  // Whoever pressed first of all is asked for its code only now.
  if (vehicle !== null && (await letIn(session))) enter(session, vehicle)
}

const others = async (said: Said): Promise<void> => {
  const { session, message } = said
  switch (message.id) {
    case messageId.register:
      return register(said)
    case messageId.authenticate:
      return authenticate(said)
    case messageId.heartbeat:
      return answer(said, vehicleOf(session) === null ? result.failed : result.done)
    case messageId.logout:
      answer(said, result.done)
      session.isLetIn = null
      return leave(session)
    case messageId.askTime:
      return void send(session, messageId.time, timeAnswer(session.line.context.now()))
    default:
      return answer(said, result.unsupported)
  }
}

const broken =
  ({ context, socket }: Line) =>
  (error: unknown): void => {
    context.traffic.failed(error)
    // Unanswered: its terminals come back and send it again.
    context.log.warn({ err: error }, 'a message of a vehicle terminal could not be taken')
    socket.destroy()
  }

/** What waits behind a message with locations and has some of the same terminal: one commit for many. */
const together = (line: Line, said: Said, locations: Told['locations']): Told[] => {
  const told: Told[] = [{ said, locations }]
  line.inbox.takeOut((next) => {
    const more = told.length >= togetherAtMost || next.session !== said.session ? null : locationsIn(next.message)
    if (more === null) return 'ends'
    told.push({ said: next, locations: more })
    return true
  })
  return told
}

const take = async (line: Line, said: Said): Promise<void> => {
  const { session } = said
  const locations = locationsIn(said.message)
  if (locations === null) return others(said)
  const isIn = await letIn(session)
  // Only now, since the inbox takes a message out once its carrying has begun.
  const told = together(line, said, locations)
  if (isIn) return report(session, told)
  // A press is heard whatever its terminal shows.
  const isHelp = ({ locations: places }: Told): boolean => places.some(isPressed)
  await report(session, told.filter(isHelp))
  for (const one of told) if (!isHelp(one)) answer(one.said, result.failed)
}

const lookAgain = (line: Line): void => {
  line.lookingAgain ??= setTimeout(() => {
    line.lookingAgain = null
    line.inbox.pump()
  }, lookAgainAfter).unref()
}
const carryOut = (line: Line, said: Said): 'later' | Promise<void> => {
  if (said.message.id === messageId.batch && !line.context.hasRoom()) {
    lookAgain(line)
    return 'later'
  }
  return take(line, said).catch(broken(line))
}

const unreadable = (line: Line, why: GatewayError): void => {
  line.context.traffic.failed(why)
  line.unreadable += 1
  if (line.unreadable >= unreadableLimit) line.socket.destroy()
}

/** The terminal that a message names, which may be the first that this line hears of it; null for one too many. */
const sessionOf = (line: Line, terminal: Terminal): Session | null => {
  const number = numberOfTerminal(terminal)
  const present = line.sessions.get(number)
  if (present) {
    present.terminal = terminal
    return present
  }
  if (line.sessions.size >= terminalsAtMost.line || line.context.sessions >= terminalsAtMost.all) return null
  const session: Session = {
    line,
    number,
    terminal,
    vehicle: null,
    isLetIn: null,
    isPressing: false,
    isReversing: false,
    isLongParked: false,
    serial: 0,
    commanded: new Map(),
    release: () => undefined,
  }
  line.sessions.set(number, session)
  line.context.sessions += 1
  return session
}

const receive = (line: Line, frame: Buffer, isSound: boolean): void => {
  if (!isSound) return unreadable(line, wrongCheck)
  const read = readMessage(frame)
  const session = read && sessionOf(line, { version: read.version, phone: Buffer.from(read.phone) })
  if (!session) return unreadable(line, noMessage)
  // The frame is the reader's own; what waits keeps its bytes.
  const message: Message = { ...read, body: Buffer.from(read.body) }
  if (message.isEncrypted) {
    answer({ session, message, serials: [message.serial] }, result.unsupported)
    return unreadable(line, encrypted)
  }
  line.unreadable = 0
  line.socket.setTimeout(silentAtMost)
  line.context.traffic.heard()
  if (message.id === messageId.terminalAnswer && message.body.length >= 5) return hearAnswer(session, message.body)
  const whole = line.parts.take(message)
  if (whole === 'more') return
  if (whole === null) return unreadable(line, noMessage)
  const said: Said = { ...whole, session }
  // Somebody waits for it, and it stores nothing: it goes before what does.
  if (whole.message.id === messageId.parameters)
    return answer(said, hearParameters(session, whole.message.body) ? result.done : result.wrong)
  // A press waits for nothing that was said before it.
  const locations = session.isPressing ? null : locationsIn(whole.message)
  if (locations?.some(isPressed)) return void report(session, [{ said, locations }]).catch(broken(line))
  line.inbox.push(said, whole.message.body.length + frame.length)
}

/** Takes a line over until it ends. */
export const accept = (context: TerminalContext, socket: Socket): void => {
  const line: Line = {
    context,
    socket,
    sessions: new Map(),
    parts: createParts(context.parts, context.now),
    unreadable: 0,
    lookingAgain: null,
    inbox: createInbox<Said>(socket, context.unread, { carry: (said) => carryOut(line, said), pace: ofManyTerminals }),
  }
  const read = createFrameReader({
    frame: (frame, isSound) => {
      line.inbox.noteRead()
      receive(line, frame, isSound)
    },
    fault: () => unreadable(line, noFrame),
  })
  socket.setTimeout(firstWithin)
  socket.on('timeout', () => socket.destroy())
  socket.on('data', read)
  socket.on('error', (error) => context.log.debug({ err: error }, 'a line of a vehicle terminal broke'))
  socket.on('close', () => {
    if (line.lookingAgain) clearTimeout(line.lookingAgain)
    line.inbox.clear()
    line.parts.clear()
    context.sessions -= line.sessions.size
    for (const session of line.sessions.values()) {
      gone(session)
      leave(session)
    }
  })
}
