import { _, Ajv2020 } from 'ajv/dist/2020.js'
import { z } from 'zod'
import type { FastifyInstance } from 'fastify'
import { codes } from '@vigil/contract/kernel/codes.ts'
import type { Text } from '@vigil/contract/kernel/text.ts'
import { report, reportsAtMost, type Report, type ReportsAnswer } from '@vigil/contract/positions/report.ts'
import { languageOf } from '../kernel/serve.ts'
import { Refusal } from '../kernel/refusal.ts'
import { numberOf, type Incoming, type Outcome } from './incoming.ts'
import { parseInstant } from './instant.ts'

/**
 * `POST /ingest/reports`: devices and gateways that speak HTTP. The answer comes after the commit; one bad report never
 * costs the others. The shape is the contract's, compiled, since this is the hottest path of the server.
 */
const shape = z.toJSONSchema(report, { io: 'input', unrepresentable: 'any' })
// The time is read by hand below, which says more than a pattern and costs a tenth of it.
const schema = { ...shape, properties: { ...shape.properties, time: { type: 'string', maxLength: 40 } } }
const options = { strict: false, allErrors: false } as const
const ofTexts = { type: 'string', schemaType: 'number' } as const
const isReport = new Ajv2020(options).compile<Report>(schema)
// Asked of a whole batch, lengths are told by UTF-16 units, of which a character has one or two: to count characters took most of
// the time. That may refuse too much and never too little; a batch that is refused is read report by report.
const areReports = new Ajv2020(options)
  .removeKeyword('maxLength')
  .removeKeyword('minLength')
  .addKeyword({ ...ofTexts, keyword: 'maxLength', code: (at) => at.fail(_`${at.data}.length > ${at.schemaCode}`) })
  .addKeyword({ ...ofTexts, keyword: 'minLength', code: (at) => at.fail(_`${at.data}.length < 2 * ${at.schemaCode} - 1`) })
  .compile<Report[]>({ type: 'array', items: schema })
const numeric = ['lng', 'lat', 'alt', 'accuracy', 'speed', 'course', 'floor', 'battery'] as const

/** The report as the pipeline takes it, or what is wrong with it. Numbers that come as strings are read as numbers. */
export const readReport = (raw: unknown): Incoming | string => {
  const candidate = isReport(raw) ? raw : withNumbers(raw)
  if (candidate !== raw && !isReport(candidate)) {
    const problem = isReport.errors?.[0]
    const missing = (problem?.params as { missingProperty?: string } | undefined)?.missingProperty
    return `invalid: ${problem?.instancePath.slice(1) || missing || 'report'} ${problem?.message ?? ''}`.trim()
  }
  return incomingOf(candidate as Report)
}

const incomingOf = (found: Report): Incoming | string => {
  const time = parseInstant(found.time)
  if (time === null) return 'invalid: time must be ISO 8601 with an offset'
  if (found.lng === 0 && found.lat === 0) return 'invalid: lng, lat'
  const deviceId = found.deviceId.trim()
  if (deviceId === '') return 'invalid: deviceId'
  return new Reading(found, deviceId, time)
}

/** A valid report in the pipeline's words. A view and no copy, since the pipeline makes rows of it: one copy is enough. */
class Reading implements Incoming {
  readonly deviceId: string
  readonly time: number
  readonly #found: Report
  constructor(found: Report, deviceId: string, time: number) {
    this.#found = found
    this.deviceId = deviceId
    this.time = time
  }
  get deviceType() {
    return this.#found.deviceType
  }
  get lng() {
    return this.#found.lng
  }
  get lat() {
    return this.#found.lat
  }
  get alt() {
    return this.#found.alt ?? null
  }
  get accuracy() {
    return this.#found.accuracy ?? null
  }
  get speed() {
    return this.#found.speed ?? null
  }
  get course() {
    return this.#found.course ?? null
  }
  get temperature() {
    return null
  }
  get floor() {
    return this.#found.floor ?? null
  }
  get battery() {
    const { battery } = this.#found
    return battery === undefined ? null : Math.round(battery)
  }
  get kind() {
    const { sos } = this.#found
    if (sos === undefined) return 0
    return sos === 'press' ? 4 : 5
  }
}

const withNumbers = (raw: unknown): unknown => {
  if (typeof raw !== 'object' || raw === null) return {}
  const copy: Record<string, unknown> = { ...raw }
  for (const field of numeric) if (typeof copy[field] === 'string') copy[field] = numberOf(copy[field]) ?? copy[field]
  return copy
}

export interface IngestGround {
  readonly isDeviceKey: (key: string) => Promise<boolean>
  readonly report: (reports: readonly Incoming[]) => Promise<Outcome[]>
}

export const ingestRoutes = (app: FastifyInstance, { isDeviceKey, report: take }: IngestGround): void => {
  void app.register((ingest, _options, done) => {
    // Read in one go by the handler: what is parsed earlier has to be kept, and moved about in memory, until its turn comes.
    ingest.removeContentTypeParser('application/json')
    ingest.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, bytes, taken) => taken(null, bytes))
    ingest.post('/ingest/reports', async (request, reply) => {
      const language = languageOf(request.headers['accept-language'])
      const key = request.headers['x-device-key']
      try {
        if (!(await isDeviceKey(typeof key === 'string' ? key : ''))) throw new Refusal('deviceKeyInvalid')
        const batch = readBatch(request.body)
        const data = answerOf(batch, await take(batch.good))
        const answer = { code: codes.success.code, msg: codes.success[language], data }
        return await reply.type('application/json; charset=utf-8').send(JSON.stringify(answer))
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        return { code: codes[error.codeName].code, msg: error.tell(language), data: error.data }
      }
    })
    done()
  })
}

/** A body as it was read: the good reports, and by their places in it what is wrong with the others. */
interface Batch {
  readonly good: readonly Incoming[]
  /** Where each good one stands; null while none was bad. */
  readonly places: readonly number[] | null
  readonly rejected: readonly { readonly index: number; readonly reason: string }[]
}

/** Throws a `Refusal` for what holds no list of reports, an error of status 400 for what is no JSON. */
const readBatch = (bytes: unknown): Batch => {
  const raw = reportsOf(parse(bytes))
  const good: Incoming[] = []
  let places: number[] | null = null
  const rejected: { index: number; reason: string }[] = []
  // One question for the whole batch, which is nearly always good; report by report only when it is not.
  const read: (item: never) => Incoming | string = areReports(raw) ? incomingOf : readReport
  for (let index = 0; index < raw.length; index += 1) {
    const incoming = read(raw[index] as never)
    if (typeof incoming === 'string') {
      places ??= good.map((_, place) => place)
      rejected.push({ index, reason: incoming })
    } else {
      places?.push(index)
      good.push(incoming)
    }
  }
  return { good, places, rejected }
}

// Of what comes out fields are picked one by one, so a key like __proto__ reaches nothing.
const parse = (bytes: unknown): unknown => {
  try {
    return JSON.parse(String(bytes))
  } catch (error) {
    throw Object.assign(error as SyntaxError, { statusCode: 400 })
  }
}

const reportsOf = (body: unknown): readonly unknown[] => {
  const reports: unknown = typeof body === 'object' && body !== null && 'reports' in body ? body.reports : null
  const refusal = (reason: Text): Refusal => new Refusal('invalidInput', { field: 'reports', reason }, { field: 'reports' })
  if (!Array.isArray(reports)) throw refusal({ zh: '应为数组', en: 'must be an array' })
  if (reports.length > reportsAtMost)
    throw refusal({ zh: `一次最多 ${reportsAtMost} 条`, en: `${reportsAtMost} at most in one call` })
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
