import { expect, it } from 'vitest'
import { actsOf, isPast } from './visit-acts.ts'

const at = (status: Parameters<typeof actsOf>[0]['status'], more: object = {}) => ({
  status,
  trainingAck: '2026-11-26 08:00:00',
  tagNo: '',
  tagBack: true,
  ...more,
})

it('offers the steps that a visit may take, the likeliest first', () => {
  expect(actsOf(at('pending'))).toEqual(['approve', 'refuse'])
  expect(actsOf(at('pending', { trainingAck: null }))).toEqual(['approve', 'acknowledge', 'refuse'])
  expect(actsOf(at('approved'))).toEqual(['enter', 'refuse'])
  expect(actsOf(at('approved', { trainingAck: null }))).toEqual(['acknowledge', 'refuse'])
  expect(actsOf(at('inside'))).toEqual(['leave'])
  expect(actsOf(at('overstayed'))).toEqual(['leave'])
  expect(actsOf(at('refused'))).toEqual([])
})

it('asks for a tag that was not returned when its visitor left', () => {
  expect(actsOf(at('left'))).toEqual([])
  expect(actsOf(at('left', { tagNo: 'T7', tagBack: false }))).toEqual(['returnTag'])
  expect(actsOf(at('left', { tagNo: 'T7', tagBack: true }))).toEqual([])
})

it('says of somebody who is expected that his time is over, of nobody else', () => {
  const now = '2026-11-26 12:00:30'
  const until = (planOut: string | null, status: Parameters<typeof actsOf>[0]['status']) => isPast({ status, planOut }, now)
  expect([until('2026-11-26 12:00:30', 'approved'), until('2026-11-26 09:00:00', 'pending')]).toEqual([true, true])
  expect([until('2026-11-26 12:00:31', 'approved'), until(null, 'pending'), until('2026-11-26 09:00:00', 'inside')]).toEqual([
    false,
    false,
    false,
  ])
})
