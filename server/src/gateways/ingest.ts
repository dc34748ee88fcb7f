import { Ajv2020 } from 'ajv/dist/2020.js'
import { z } from 'zod'
import type { FastifyInstance } from 'fastify'
import { codes } from '@vigil/contract/kernel/codes.ts'
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
const ajv = new Ajv2020({ strict: false, allErrors: false })
const isReport = ajv.compile<Report>(schema)
const areReports = ajv.compile<Report[]>({ type: 'array', items: schema })
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
  const { alt = null, accuracy = null, speed = null, course = null, floor = null, battery } = found
  return {
    deviceType: found.deviceType,
    deviceId,
    time,
    lng: found.lng,
    lat: found.lat,
    alt,
    accuracy,
    speed,
    course,
    temperature: null,
    floor,
    battery: battery === undefined ? null : Math.round(battery),
    kind: found.sos === undefined ? 0 : found.sos === 'press' ? 4 : 5,
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
    // Fields are picked one by one, so a key like __proto__ reaches nothing, and the framework's own search for it is saved.
    ingest.removeContentTypeParser('application/json')
    ingest.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, parsed) => {
      try {
        parsed(null, JSON.parse(text as string))
      } catch (error) {
        parsed(Object.assign(error as SyntaxError, { statusCode: 400 }), undefined)
      }
    })
    ingest.post('/ingest/reports', async (request, reply) => {
      const language = languageOf(request.headers['accept-language'])
      const refuse = (refusal: Refusal) => ({
        code: codes[refusal.codeName].code,
        msg: refusal.tell(language),
        data: refusal.data,
      })
      const key = request.headers['x-device-key']
      if (!(await isDeviceKey(typeof key === 'string' ? key : ''))) return refuse(new Refusal('deviceKeyInvalid'))
      const body: unknown = request.body
      const reports: unknown = typeof body === 'object' && body !== null && 'reports' in body ? body.reports : null
      if (!Array.isArray(reports)) {
        const reason = { zh: '应为数组', en: 'must be an array' }
        return refuse(new Refusal('invalidInput', { field: 'reports', reason }, { field: 'reports' }))
      }
      if (reports.length > reportsAtMost) {
        const reason = { zh: `一次最多 ${reportsAtMost} 条`, en: `${reportsAtMost} at most in one call` }
        return refuse(new Refusal('invalidInput', { field: 'reports', reason }, { field: 'reports' }))
      }
      const answer = { code: codes.success.code, msg: codes.success[language], data: await takeAll(reports, take) }
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(answer))
    })
    done()
  })
}

const takeAll = async (raw: readonly unknown[], take: IngestGround['report']): Promise<ReportsAnswer> => {
  const answer: ReportsAnswer = { accepted: 0, duplicate: 0, rejected: [] }
  const good: Incoming[] = []
  /** Where in the batch each good one stands; null while none was bad. */
  let places: number[] | null = null
  // One question for the whole batch, which is nearly always good; report by report only when it is not.
  const read: (item: never) => Incoming | string = areReports(raw) ? incomingOf : readReport
  for (let index = 0; index < raw.length; index += 1) {
    const incoming = read(raw[index] as never)
    if (typeof incoming === 'string') {
      places ??= good.map((_, place) => place)
      answer.rejected.push({ index, reason: incoming })
    } else {
      places?.push(index)
      good.push(incoming)
    }
  }
  const outcomes = await take(good)
  for (let at = 0; at < outcomes.length; at += 1) {
    const outcome = outcomes[at] as Outcome
    if (outcome === 'accepted' || outcome === 'duplicate') answer[outcome] += 1
    else answer.rejected.push({ index: places ? (places[at] ?? 0) : at, reason: outcome })
  }
  answer.rejected.sort((a, b) => a.index - b.index)
  return answer
}
