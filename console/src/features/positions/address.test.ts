import { expect, test } from 'vitest'
import { readAddress, writeCamera } from './address.ts'

const read = (text: string) => readAddress(new URLSearchParams(text))

test('an address names the thing and the view', () => {
  expect(read('object=hat%3A864901040127271&at=118.362000,31.178000,17.25')).toEqual({
    object: 'hat:864901040127271',
    at: { lng: 118.362, lat: 31.178, zoom: 17.25 },
    alarm: null,
    trail: false,
    point: null,
  })
})

test('a view is written as it is read', () => {
  const camera = { lng: 118.362123, lat: 31.178456, zoom: 18.5 }
  expect(read(`at=${writeCamera(camera)}`).at).toEqual(camera)
})

test.each(['at=1,2', 'at=x,y,z', 'at=999,0,3', 'object=drone:1', 'object=hat:', 'lng=118', 'lng=&lat=', 'lng=200&lat=31'])(
  'what makes no sense is left out: %s',
  (text) => expect(read(text)).toEqual({ object: null, at: null, alarm: null, trail: false, point: null }),
)

test('an alarm or a point may be asked for', () => {
  expect(read('alarm=42').alarm).toBe('42')
  expect(read('alarm=42&trail=1').trail).toBe(true)
  expect(read('lng=118.36&lat=31.17').point).toEqual({ lng: 118.36, lat: 31.17 })
})
