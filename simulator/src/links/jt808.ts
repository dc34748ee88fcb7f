import { connect, type Socket } from 'node:net'
import type { Report } from '@vigil/contract/positions/report.ts'
import { backoff } from './backoff.ts'
import {
  answerTo,
  gbkOf,
  heardIn,
  hears,
  keptOf,
  locationOf,
  messageOf,
  registrationOf,
  says,
  type Heard,
  type Told,
} from './jt808-frames.ts'
import { createTerminalSettings } from './terminal-settings.ts'

export interface TerminalOptions {
  readonly host: string
  readonly port: number
  /** Twelve digits. */
  readonly number: string
  readonly onProblem: (problem: string) => void
  /** Milliseconds of the first pause before it connects anew; a second unless said. */
  readonly pause?: number
  /** As it is written in the terminal; nothing unless said. */
  readonly plate?: string
  /** Seconds between two reports of its vehicle while that moves, until the terminal is told otherwise; one unless said. */
  readonly reportEvery?: number
  /** Hears what a driver is shown and told. */
  readonly onText?: (text: string) => void
}

/**
 * A vehicle's terminal: it registers itself, shows the code that it was given, says where it is and keeps what the server has not
 * answered for, to send it again. It goes on connecting until it is closed.
 */
export interface TerminalLink {
  readonly report: (report: Report) => void
  /** Reports that are not answered for. */
  readonly waiting: () => number
  readonly close: () => void
}

/** Fixes that are kept while the server cannot be reached; the oldest go first, never a press for help. */
const keptAtMost = 5_000
/** Of them in one message. */
const together = 25
/** Milliseconds in which the server answers. */
const patience = 15_000

const gbk = new TextDecoder('gb18030')

/** Keeps one more; the oldest that is no press goes for one too many. */
const keep = (kept: Told[], told: Told): void => {
  kept.push(told)
  if (kept.length <= keptAtMost) return
  const oldest = kept.findIndex(({ sos }) => sos === undefined)
  kept.splice(Math.max(0, oldest), 1)
}

/** Strikes again and again, each time after as many seconds as `every` says then; `start` begins anew. */
const createBeat = (every: () => number, strike: () => void) => {
  let next: NodeJS.Timeout | null = null
  const stop = (): void => {
    if (next) clearTimeout(next)
  }
  const start = (): void => {
    stop()
    next = setTimeout(() => {
      strike()
      start()
    }, every() * 1_000)
  }
  return { start, stop }
}

export const createTerminalLink = (options: TerminalOptions): TerminalLink => {
  const { host, port, number, onProblem, reportEvery = 1, plate = '' } = options
  const settings = createTerminalSettings({ host, port, reportEvery, plate: gbkOf(plate) })
  let kept: Told[] = []
  let code: Uint8Array | null = null
  let socket: Socket | null = null
  let serial = 0
  let failures = 0
  let isIn = false
  let again: NodeJS.Timeout | null = null
  let isClosed = false
  /** What is under way, by the serial of its message. */
  let sent: { readonly serial: number; readonly reports: readonly Told[]; readonly at: number } | null = null

  const say = (id: number, body: Uint8Array = Buffer.alloc(0)): number => {
    const own = serial
    serial = (serial + 1) & 0xffff
    socket?.write(messageOf(number, own, id, body))
    return own
  }
  const offer = (): void => {
    if (!isIn || sent !== null || kept.length === 0) return
    // A press goes before everything that is older.
    const press = kept.find(({ sos }) => sos !== undefined)
    const [first] = kept
    const reports = press ? [press] : kept.length > 2 ? kept.slice(0, together) : first ? [first] : []
    const [only] = reports
    if (!only) return
    const own = reports.length === 1 ? say(says.location, locationOf(only)) : say(says.kept, keptOf(reports))
    sent = { serial: own, reports, at: Date.now() }
  }
  const answered = ({ body }: Heard): void => {
    const [to, id, outcome] = [body.readUInt16BE(0), body.readUInt16BE(2), body[4]]
    if (id === says.authenticate) {
      isIn = outcome === 0
      if (isIn) failures = 0
      else {
        code = null
        say(says.register, registrationOf(number))
      }
    } else if (sent?.serial === to) {
      const done = new Set(outcome === 0 || outcome === 3 ? sent.reports : [])
      kept = kept.filter((report) => !done.has(report))
      sent = null
      if (done.size === 0) {
        onProblem(`jt808: reports refused with ${outcome}`)
        return
      }
    }
    offer()
  }
  const beat = createBeat(settings.heartbeat, () => {
    if (isIn) say(says.heartbeat)
  })
  const hear = (message: Heard): void => {
    if (message.id === hears.answer && message.body.length >= 5) return answered(message)
    const asked = settings.answer(message)
    if (asked !== null) {
      say(asked.id, asked.body)
      beat.start()
    }
    if (message.id === hears.registered) {
      if (message.body[2] !== 0) return onProblem(`jt808: registration refused with ${message.body[2]}`)
      code = Buffer.from(message.body.subarray(3))
      say(says.authenticate, code)
    } else if (message.id === hears.text) {
      say(says.answer, answerTo(message))
      options.onText?.(gbk.decode(message.body.subarray(1)))
    }
  }

  const open = (): void => {
    again = null
    let rest: Uint8Array = Buffer.alloc(0)
    const own = connect(port, host)
    socket = own
    own.setNoDelay()
    const watch = setInterval(() => {
      if (sent !== null && sent.at < Date.now() - patience) own.destroy(new Error('no answer'))
      else offer()
    }, patience)
    beat.start()
    own.on('connect', () => void (code === null ? say(says.register, registrationOf(number)) : say(says.authenticate, code)))
    own.on('data', (bytes) => {
      const found = heardIn(Buffer.concat([rest, bytes]))
      rest = Buffer.from(found.rest)
      for (const message of found.heard) hear(message)
    })
    own.on('error', (error) => onProblem(`jt808: ${error.message}`))
    own.on('close', () => {
      clearInterval(watch)
      beat.stop()
      isIn = false
      sent = null
      socket = null
      if (isClosed) return
      failures += 1
      again = setTimeout(open, backoff(failures, options.pause))
    })
  }
  open()

  return {
    report: (report) => {
      const told = settings.due(report)
      if (told === null) return
      keep(kept, told)
      offer()
    },
    waiting: () => kept.length,
    close: () => {
      isClosed = true
      if (again) clearTimeout(again)
      socket?.destroy()
    },
  }
}
