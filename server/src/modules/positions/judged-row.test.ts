import { expect, test } from 'vitest'
import type { Located } from './admission.ts'
import { JudgedRow } from './judged-row.ts'
import { copyOfRow, createState } from './state.ts'

const report: Located = {
  deviceType: 'badge',
  deviceId: 'B7',
  time: 1_790_000_000_000,
  lng: 118.36,
  lat: 31.17,
  alt: 12.5,
  accuracy: 2.5,
  speed: null,
  course: 90,
  temperature: null,
  floor: 2,
  battery: 80,
  kind: 0,
}
const row = new JudgedRow(7, report, 1_790_000_001_000)
const whole = {
  deviceId: 7,
  kind: 0,
  fixTime: 1_790_000_000_000,
  recvTime: 1_790_000_001_000,
  lng: 118.36,
  lat: 31.17,
  alt: 12.5,
  accuracy: 2.5,
  speed: null,
  course: 90,
  temperature: null,
  floor: 2,
  battery: 80,
}

test('what is told of a row that stands for a report is all of the report', () => {
  expect(JSON.parse(JSON.stringify(copyOfRow(row)))).toEqual(whole)
})

test('a state holds all of the report and nothing of the row that stood for it', () => {
  const state = createState({ row, recvTime: row.recvTime, furthest: row.fixTime, standings: null })
  expect(copyOfRow(state.row)).toEqual(whole)
})
