import { reasonFor } from '@vigil/contract/kernel/problem.ts'
import { positionDomain } from '@vigil/contract/positions/domain.ts'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { z } from 'zod'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { alarmTypes, reportedTypes, reportWords } from '@vigil/contract/alarms/types.ts'
import { deviceType } from '@vigil/contract/devices/entities.ts'
import { codes } from '@vigil/contract/kernel/codes.ts'
import { requiredText } from '@vigil/contract/kernel/shapes.ts'
import type { Language, Text } from '@vigil/contract/kernel/text.ts'
import {
  beaconLimits,
  beaconsAtMost,
  beaconsInPost,
  report,
  reportsAtMost,
  type Report,
  type ReportsAnswer,
} from '@vigil/contract/positions/report.ts'
import { GatewayError, type Traffic } from '../../kernel/gateway.ts'
import { languageOf } from '../../kernel/serve.ts'
import type { ShortPost } from '../../kernel/short-posts.ts'
import { invalid, Refusal, TooMany } from '../../kernel/refusal.ts'
import {
  numberOf,
  readableNumbers,
  readablePlace,
  type Incoming,
  type Outcome,
  type ReportWith,
} from '../../modules/positions/index.ts'
import { parseInstant } from './instant.ts'
import { parseDeviceJson } from '../shared/json.ts'
import type { NumberLimits } from './cursor.ts'
import { createPlainReader } from './plain-reports.ts'

/**
 * `POST /ingest/reports`: devices and gateways that speak HTTP. The answer comes after the commit; one bad report never
 * costs the others. The shape is the contract's, compiled, since this is the hottest path of the server.
 */
const shape = z.toJSONSchema(report, { io: 'input', unrepresentable: 'any' })
const properties = shape.properties ?? {}
// The time is read by hand below, which says more than a pattern and costs a tenth of it.
const isReport = new Ajv2020({ strict: false }).compile<Report>({
  ...shape,
  properties: { ...properties, time: { type: 'string', maxLength: 40 } },
})
const numeric = ['lng', 'lat', 'alt', 'accuracy', 'speed', 'course', 'floor', 'battery'] as const
const limitsOf = (name: (typeof numeric)[number]): NumberLimits => properties[name] as unknown as NumberLimits
export const readPlain = createPlainReader(
  {
    lng: limitsOf('lng'),
    lat: limitsOf('lat'),
    alt: limitsOf('alt'),
    accuracy: limitsOf('accuracy'),
    speed: limitsOf('speed'),
    course: limitsOf('course'),
    floor: limitsOf('floor'),
    battery: limitsOf('battery'),
  },
  { reports: reportsAtMost, deviceId: (properties['deviceId'] as unknown as { maxLength: number }).maxLength },
)

const members = Object.keys(properties)

/**
 * The report as the pipeline takes it, or what is wrong with it. Numbers that come as strings are read as numbers, and a place
 * that is 0/0, null or not there as none; a call for help is taken with whatever of it can be read.
 */
export const readReport = (raw: unknown, budget: BeaconBudget = beaconBudget()): Incoming | string => {
  const read = readWhole(raw, budget)
  return typeof read === 'string' ? (readHelp(raw) ?? read) : read
}

const readWhole = (raw: unknown, budget: BeaconBudget): Incoming | string => {
  const candidate = isReport(raw) ? withinBudget(raw, budget) : withNumbers(raw, budget)
  if (candidate !== raw && !isReport(candidate)) {
    const problem = isReport.errors?.[0]
    const missing = (problem?.params as { missingProperty?: string } | undefined)?.missingProperty
    return `invalid: ${problem?.instancePath.slice(1) || missing || 'report'} ${problem?.message ?? ''}`.trim()
  }
  return incomingOf(candidate as Report)
}

/** Whoever sets it to anything calls for help. */
const isCall = (sos: unknown): boolean => sos !== undefined && sos !== null && sos !== false && sos !== 0 && sos !== ''
const help = z.object({
  deviceType: deviceType.schema,
  deviceId: z.union([z.string(), z.number()]).transform(String).pipe(requiredText(64)),
  sos: z.unknown().refine(isCall),
})
/** Of a call for help nothing but who calls is needed; null for what is none. */
const readHelp = (raw: unknown): Incoming | null => {
  const read = help.safeParse(raw)
  if (!read.success) return null
  const { deviceType: kind, deviceId, sos } = read.data
  const told = raw as Readonly<Record<string, unknown>>
  const time = told['time']
  return {
    deviceType: kind,
    deviceId,
    time: typeof time === 'string' ? parseInstant(time) : null,
    ...readablePlace(told['lng'], told['lat']),
    ...readableNumbers(told),
    temperature: null,
    // A word that nobody knows calls for help all the same.
    kind: reportedTypes[reportWords.find((word) => word === sos) ?? alarmTypes.sos.reportedAs],
  }
}
const kindOf = (sos: Report['sos']): Incoming['kind'] => (sos === undefined ? 0 : reportedTypes[sos])

const incomingOf = (found: Report): Incoming | string => {
  const time = parseInstant(found.time)
  if (time === null) return 'invalid: time must be ISO 8601 with an offset'
  const deviceId = found.deviceId.trim()
  if (deviceId === '') return 'invalid: deviceId'
  const { alt = null, accuracy = null, speed = null, course = null, floor = null, battery, beacons } = found
  const incoming: Incoming = {
    deviceType: found.deviceType,
    deviceId,
    time,
    ...readablePlace(found.lng, found.lat),
    alt,
    accuracy,
    speed,
    course,
    temperature: null,
    floor,
    battery: battery === undefined ? null : Math.round(battery),
    kind: kindOf(found.sos),
  }
  // Most say nothing of any.
  return beacons === undefined || beacons.length === 0 ? incoming : { ...incoming, beacons }
}

/** How many beacons a post may still name, and of how many none came of what it named. */
export interface BeaconBudget {
  left: number
  leftOut: number
}
export const beaconBudget = (): BeaconBudget => ({ left: beaconsInPost, leftOut: 0 })

type HeardBeacon = NonNullable<Incoming['beacons']>[number]
const {
  minor: [leastMinor, mostMinor],
  rssi: [leastRssi, mostRssi],
} = beaconLimits
/** By hand, as the contract has it: a post may name a million that are none, and to be told why costs a hundred times as much. */
const beaconOf = (raw: unknown): HeardBeacon | null => {
  if (typeof raw !== 'object' || raw === null) return null
  const named = raw as { readonly minor?: unknown; readonly rssi?: unknown }
  const [minor, rssi] = [numberOf(named.minor), numberOf(named.rssi)]
  if (minor === null || rssi === null || !Number.isInteger(minor)) return null
  return minor >= leastMinor && minor <= mostMinor && rssi >= leastRssi && rssi <= mostRssi ? { minor, rssi } : null
}

/** Those that can be read, of whatever was named as beacons; what is named beyond twice as many as are taken is not looked at. */
const readableBeacons = (raw: unknown, budget: BeaconBudget): readonly HeardBeacon[] => {
  const named: readonly unknown[] = Array.isArray(raw) ? raw : raw === null ? [] : [raw]
  const lookedAt = Math.min(named.length, 2 * beaconsAtMost, budget.left)
  budget.left -= lookedAt
  const taken: HeardBeacon[] = []
  for (let at = 0; at < lookedAt && taken.length < beaconsAtMost; at += 1) {
    const beacon = beaconOf(named[at])
    if (beacon) taken.push(beacon)
  }
  budget.leftOut += named.length - taken.length
  return taken
}

/** A report as the contract has it, unless its post named more beacons than one may. */
const withinBudget = (found: Report, budget: BeaconBudget): unknown => {
  const named = found.beacons?.length ?? 0
  if (named > budget.left) return withNumbers(found, budget)
  budget.left -= named
  return found
}

const withNumbers = (raw: unknown, budget: BeaconBudget): unknown => {
  if (typeof raw !== 'object' || raw === null) return {}
  // Known members alone: a report may have a million others.
  const copy: Record<string, unknown> = {}
  for (const name of members) if (Object.hasOwn(raw, name)) copy[name] = (raw as Readonly<Record<string, unknown>>)[name]
  for (const field of numeric) if (typeof copy[field] === 'string') copy[field] = numberOf(copy[field]) ?? copy[field]
  if (copy['beacons'] !== undefined) copy['beacons'] = readableBeacons(copy['beacons'], budget)
  // A report may be of a device that has no position, which says something of the device.
  if ((copy['lng'] ?? null) === null && (copy['lat'] ?? null) === null) Object.assign(copy, { lng: 0, lat: 0 })
  return copy
}

export interface IngestDeps {
  /** The id of a key, null for a wrong one. */
  readonly findKey: (key: string) => string | null
  /** Counts a wrong key of an address; after how many seconds it may be tried again, 0 for at once. */
  readonly noteWrongKey: (ip: string) => number
  readonly report: ReportWith
  readonly traffic: Traffic
}

/** Bytes of a batch of reports, several times what the most of them take. */
const largestBatch = 8 * 1024 * 1024

/** Reads a post, hands it on and writes the answer; what of it is refused as a whole is an answer as well. */
const answerPost = async (
  { report: take, traffic }: IngestDeps,
  keyId: string,
  bytes: Uint8Array,
  { address, language }: { readonly address: string; readonly language: Language },
): Promise<string> => {
  traffic.heard()
  try {
    const batch = readBatch(bytes, traffic)
    const data = answerOf(batch, await take(keyId, address, batch.good))
    return JSON.stringify({ code: codes.success.code, msg: codes.success[language], data })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    traffic.failed(error)
    return JSON.stringify(error.answer(language))
  }
}

const keyIn = (head: IncomingHttpHeaders): string => {
  const key = head['x-device-key']
  return typeof key === 'string' ? key : ''
}

const path = '/ingest/reports'

export const shortReports = (deps: IngestDeps): ShortPost => ({
  path,
  senderOf: (head) => {
    const keyId = deps.findKey(keyIn(head))
    return keyId === null ? null : { keyId, identity: `key:${keyId}` }
  },
  answer: ({ keyId }, bytes, from) => answerPost(deps, keyId, bytes, from),
  failed: deps.traffic.failed,
})

export const ingestRoutes = (app: FastifyInstance, deps: IngestDeps): void => {
  const { findKey, noteWrongKey, traffic } = deps
  const keyIds = new WeakMap<FastifyRequest, string>()
  /** Before the body is read. Who has a right key waits for nobody who has not. */
  const askForKey = (request: FastifyRequest, reply: FastifyReply, next: (error?: Error) => void): void => {
    const id = findKey(keyIn(request.headers))
    if (id !== null) {
      keyIds.set(request, id)
      request.knownAs(`key:${id}`)
      return next()
    }
    const wait = noteWrongKey(request.address)
    if (wait > 0) return next(new TooMany(wait))
    void reply.send(new Refusal('deviceKeyInvalid').answer(languageOf(request.headers['accept-language'])))
  }
  void app.register((ingest, _options, done) => {
    // Read in one go by the handler: what is parsed earlier has to be kept, and moved about in memory, until its turn comes.
    ingest.removeContentTypeParser('application/json')
    ingest.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, bytes, taken) => taken(null, bytes))
    // What cannot be read, or not be stored now, as the gateway's status tells it.
    ingest.addHook('onError', (_request, _reply, error, next) => {
      traffic.failed(error)
      next()
    })
    ingest.post(path, { bodyLimit: largestBatch, onRequest: askForKey }, async (request, reply) => {
      const bytes = request.body instanceof Uint8Array ? request.body : new Uint8Array()
      const from = { address: request.address, language: languageOf(request.headers['accept-language']) }
      const answer = await answerPost(deps, keyIds.get(request) ?? '', bytes, from)
      return await reply.type('application/json; charset=utf-8').send(answer)
    })
    done()
  })
}

/** A body as it was read: the good reports, and by their places in it what is wrong with the others. */
interface Batch {
  readonly good: readonly Incoming[]
  /** Where each good one stands; null for all in a row. */
  readonly places: readonly number[] | null
  readonly rejected: readonly { readonly index: number; readonly reason: string }[]
}

/** Throws a `Refusal` for what holds no list of reports, an error of status 400 for what is no JSON. */
const readBatch = (bytes: Uint8Array, traffic: Traffic): Batch => {
  const plain = readPlain(bytes)
  if (plain !== null) return { good: plain, places: null, rejected: [] }
  const good: Incoming[] = []
  const places: number[] = []
  const rejected: { index: number; reason: string }[] = []
  const budget = beaconBudget()
  reportsOf(parse(bytes)).forEach((raw, index) => {
    const incoming = readReport(raw, budget)
    if (typeof incoming === 'string') rejected.push({ index, reason: incoming })
    else {
      places.push(index)
      good.push(incoming)
    }
  })
  const { leftOut } = budget
  if (leftOut > 0)
    traffic.failed(
      new GatewayError({
        zh: `略去无法识别或过多的信标 ${leftOut} 个`,
        en: `${leftOut} beacons were left out: unreadable, or too many`,
      }),
    )
  return { good, places, rejected }
}

// Of what comes out fields are picked one by one, so a key like __proto__ reaches nothing.
const parse = (bytes: Uint8Array): unknown => {
  try {
    return parseDeviceJson(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString())
  } catch (error) {
    throw Object.assign(error as SyntaxError, { statusCode: 400 })
  }
}

const reportsOf = (body: unknown): readonly unknown[] => {
  const reports: unknown = typeof body === 'object' && body !== null && 'reports' in body ? body.reports : null
  const refusal = (reason: Text): Refusal => invalid('reports', positionDomain.asked.reports, reason)
  if (!Array.isArray(reports)) throw refusal(reasonFor({ kind: 'wrongKind', asked: 'list' }))
  if (reports.length > reportsAtMost)
    throw refusal({ zh: `一次最多 ${reportsAtMost} 条`, en: `must be at most ${reportsAtMost} in one call` })
  return reports
}

const answerOf = ({ places, rejected: unread }: Batch, outcomes: readonly Outcome[]): ReportsAnswer => {
  const answer: ReportsAnswer = { accepted: 0, duplicate: 0, rejected: [...unread] }
  for (let at = 0; at < outcomes.length; at += 1) {
    const outcome = outcomes[at] as Outcome
    if (outcome === 'accepted' || outcome === 'duplicate') answer[outcome] += 1
    else answer.rejected.push({ index: places ? (places[at] ?? 0) : at, reason: outcome })
  }
  answer.rejected.sort((a, b) => a.index - b.index)
  return answer
}
