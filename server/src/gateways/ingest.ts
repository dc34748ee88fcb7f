import { Ajv2020 } from 'ajv/dist/2020.js'
import { z } from 'zod'
import type { FastifyInstance } from 'fastify'
import { codes } from '@vigil/contract/kernel/codes.ts'
import { report, reportsAtMost, type Report, type ReportsAnswer } from '@vigil/contract/positions/report.ts'
import { languageOf } from '../kernel/serve.ts'
import { Refusal } from '../kernel/refusal.ts'
import { isPlace, numberOf, type Incoming, type Outcome } from './incoming.ts'

/**
 * `POST /ingest/reports`: devices and gateways that speak HTTP. The answer comes after the commit; one bad report never
 * costs the others. The shape is the contract's, compiled, since this is the hottest path of the server.
 */
const isReport = new Ajv2020({ strict: false, allErrors: false }).compile<Report>(
  z.toJSONSchema(report, { io: 'input', unrepresentable: 'any' }),
)
const numeric = ['lng', 'lat', 'alt', 'accuracy', 'speed', 'course', 'floor', 'battery'] as const

/** The report as the pipeline takes it, or what is wrong with it. Numbers that come as strings are read as numbers. */
export const readReport = (raw: unknown): Incoming | string => {
  const candidate = isReport(raw) ? raw : withNumbers(raw)
  if (candidate !== raw && !isReport(candidate)) {
    const problem = isReport.errors?.[0]
    return `invalid: ${problem?.instancePath.slice(1) || (problem?.params as { missingProperty?: string } | undefined)?.missingProperty || 'report'} ${problem?.message ?? ''}`.trim()
  }
  const found = candidate as Report
  const time = Date.parse(found.time)
  if (Number.isNaN(time)) return 'invalid: time'
  if (!isPlace(found.lng, found.lat)) return 'invalid: lng, lat'
  const deviceId = found.deviceId.trim()
  if (deviceId === '') return 'invalid: deviceId'
  return {
    deviceType: found.deviceType,
    deviceId,
    time,
    lng: found.lng,
    lat: found.lat,
    alt: found.alt ?? null,
    accuracy: found.accuracy ?? null,
    speed: found.speed ?? null,
    course: found.course ?? null,
    temperature: null,
    floor: found.floor ?? null,
    battery: found.battery === undefined ? null : Math.round(found.battery),
    kind: found.sos === 'press' ? 4 : found.sos === 'silent' ? 5 : 0,
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
  app.post('/ingest/reports', async (request) => {
    const language = languageOf(request.headers['accept-language'])
    const refuse = (refusal: Refusal) => ({ code: codes[refusal.codeName].code, msg: refusal.tell(language), data: refusal.data })
    const key = request.headers['x-device-key']
    if (!(await isDeviceKey(typeof key === 'string' ? key : ''))) return refuse(new Refusal('deviceKeyInvalid'))
    const body: unknown = request.body
    const reports: unknown = typeof body === 'object' && body !== null && 'reports' in body ? body.reports : null
    if (!Array.isArray(reports)) {
      return refuse(
        new Refusal(
          'invalidInput',
          { field: 'reports', reason: { zh: '应为数组', en: 'must be an array' } },
          { field: 'reports' },
        ),
      )
    }
    if (reports.length > reportsAtMost) {
      const reason = { zh: `一次最多 ${reportsAtMost} 条`, en: `${reportsAtMost} at most in one call` }
      return refuse(new Refusal('invalidInput', { field: 'reports', reason }, { field: 'reports' }))
    }
    return { code: codes.success.code, msg: codes.success[language], data: await takeAll(reports, take) }
  })
}

const takeAll = async (raw: readonly unknown[], take: IngestGround['report']): Promise<ReportsAnswer> => {
  const answer: ReportsAnswer = { accepted: 0, duplicate: 0, rejected: [] }
  const good: Incoming[] = []
  const places: number[] = []
  raw.forEach((item, index) => {
    const read = readReport(item)
    if (typeof read === 'string') answer.rejected.push({ index, reason: read })
    else {
      good.push(read)
      places.push(index)
    }
  })
  const outcomes = await take(good)
  outcomes.forEach((outcome, at) => {
    if (outcome === 'accepted' || outcome === 'duplicate') answer[outcome] += 1
    else answer.rejected.push({ index: places[at] ?? 0, reason: outcome })
  })
  answer.rejected.sort((a, b) => a.index - b.index)
  return answer
}
