import { expect, it } from 'vitest'
import { parseDeviceJson } from './json.ts'

it('takes numbers that are none for null, and leaves strings as they are', () => {
  expect(parseDeviceJson('{"lng":NaN,"lat":-Infinity,"speed":Infinity,"deviceId":"NaN \\"Infinity\\\\","NaN":[NaN]}')).toEqual({
    lng: null,
    lat: null,
    speed: null,
    deviceId: 'NaN "Infinity\\',
    NaN: [null],
  })
})

it.each(['', '{"lng":NaN', '{"lng":"NaN', 'NaNo', '{"a":aNaN}', '"NaN\\', `"NaN${'\\"'.repeat(2_000_000)}`])(
  'refuses %.20s',
  (text) => {
    expect(() => parseDeviceJson(text)).toThrow(SyntaxError)
  },
)
