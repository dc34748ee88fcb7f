import { expect, it } from 'vitest'
import { actsOf } from './visit-acts.ts'

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
