import { anprPush, gatePush } from '@vigil/contract/pushing/own-form.ts'
import { pushingDomain } from '@vigil/contract/pushing/domain.ts'
import type { z } from 'zod'
import { invalid } from '../../kernel/refusal.ts'
import { pictureIn } from './pictures.ts'
import type { PassageRead, ReadIn, SightingRead } from './messages.ts'
import { instantOf, memberOf, usualPlate, type Fields } from './values.ts'

/** The documented forms: whoever writes one himself is told what is wrong with it. */

const read = <Shape extends z.ZodType>(shape: Shape, fields: Fields): z.output<Shape> => {
  const { success, data, error } = shape.safeParse(fields)
  if (success) return data
  const [issue] = error.issues
  const name = issue?.path.join('.') ?? ''
  throw invalid(name, pushingDomain.asked.push, { zh: `中 ${name} 不正确`, en: `has a wrong ${name}: ${issue?.message ?? ''}` })
}

const timeIn = (said: string, { clock }: ReadIn): number => {
  const at = instantOf(said, clock)
  if (at === null)
    throw invalid('time', pushingDomain.asked.push, { zh: '中 time 不是 ISO 8601 时间', en: 'has a time that is not ISO 8601' })
  return at
}

/** Null for what is not in this form. */
export const sightingOf = (fields: Fields, context: ReadIn): SightingRead | null => {
  if (memberOf(fields, 'plateNumber') === undefined) return null
  const push = read(anprPush, fields)
  const { whole, plate } = push.pictures ?? {}
  return {
    eventKey: push.id || null,
    plateNumber: usualPlate(push.plateNumber),
    plateColor: push.plateColor ?? '',
    vehicleType: push.vehicleType ?? '',
    vehicleSize: push.vehicleSize ?? '',
    laneNo: push.lane ?? null,
    direction: push.direction ?? 'unknown',
    passTime: timeIn(push.time, context),
    speed: push.speed ?? null,
    limit: push.limit ?? null,
    confidence: push.confidence ?? null,
    eventName: push.event ?? '',
    ...(push.parking ? { isParking: true } : {}),
    isReplayed: push.replayed ?? false,
    unread: null,
    pictures: { whole: pictureIn(whole, context.cut), plate: pictureIn(plate, context.cut) },
  }
}

export const passageOf = (fields: Fields, context: ReadIn): PassageRead | null => {
  if (memberOf(fields, 'result') === undefined) return null
  const push = read(gatePush, fields)
  const isLetThrough = push.result === 'passed'
  return {
    eventKey: push.id || null,
    personNo: push.personNo ?? '',
    personName: push.personName ?? '',
    cardNo: push.cardNo ?? '',
    direction: push.direction ?? 'unknown',
    passTime: timeIn(push.time, context),
    passType: push.passType ?? 'other',
    isLetThrough,
    // In whatever language the device has it.
    refusedFor: isLetThrough || !push.reason ? null : { zh: push.reason, en: push.reason },
    temperature: push.temperature ?? null,
    isReplayed: push.replayed ?? false,
    unread: null,
    picture: pictureIn(push.picture, context.cut),
  }
}
