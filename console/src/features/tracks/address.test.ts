import { expect, test } from 'vitest'
import { deviceOf, readAddress, writeAddress } from './address.ts'

const read = (query: string) => readAddress(new URLSearchParams(query))
const span = { from: '2026-11-24 08:00:00', to: '2026-11-24 16:00:00' }

test('what is written is read again', () => {
  const devices = ['hat:864901040093271', 'badge:0A1B', 'car:T-7']
  expect(read(new URLSearchParams(writeAddress(devices, span)).toString())).toEqual({ devices, span })
  expect(devices.map(deviceOf)).toEqual([
    { deviceType: 'hat', deviceId: '864901040093271' },
    { deviceType: 'badge', deviceId: '0A1B' },
    { deviceType: 'car', deviceId: 'T-7' },
  ])
})

test('parts that make no sense are as if they were not there', () => {
  expect(read('')).toEqual({ devices: [], span: null })
  expect(read('devices=hat:1,hat:,:2,plane:3,,hat:1,car:a:b').devices).toEqual(['hat:1', 'car:a:b'])
  expect(read(`from=${span.from}`).span).toBeNull()
  expect(read(`from=${span.to}&to=${span.from}`).span).toBeNull()
  expect(read(`from=${span.from}&to=${span.from}`).span).toBeNull()
  expect(read(`from=2026-02-30 00:00:00&to=${span.to}`).span).toBeNull()
})
