import { describe, expect, it } from 'vitest'
import { fromGcj02, toGcj02 } from './gcj02.ts'

const metres = ([lng, lat]: readonly [number, number], [otherLng, otherLat]: readonly [number, number]): number =>
  Math.hypot((lng - otherLng) * Math.cos((lat * Math.PI) / 180), lat - otherLat) * 111_195

describe('GCJ-02', () => {
  // As eviltransform and coordtransform publish them to be tried with.
  it.each([
    ['Shanghai', [121.527_210_6, 31.177_427_6], [121.531_541_859_215, 31.175_303_983_645_97]],
    ['Shenzhen', [113.912_316, 22.543_847], [113.917_176_480_836_3, 22.540_796_131_694_77]],
    ['Beijing', [116.377_817, 39.911_954], [116.384_047_224_556_6, 39.913_345_455_360_69]],
    ['Beijing, another place', [116.404, 39.915], [116.410_244_499_169, 39.916_404_281_501_6]],
  ] as const)('of %s is where maps of China show it', (_, real, shown) => {
    expect(metres(toGcj02(real), shown)).toBeLessThan(0.1)
    expect(metres(fromGcj02(shown), real)).toBeLessThan(0.1)
    expect(metres(real, shown)).toBeGreaterThan(300)
  })

  it('is led back to within a millimetre anywhere in China', () => {
    for (let lng = 74; lng <= 135; lng += 6.1)
      for (let lat = 18; lat <= 53; lat += 3.7) expect(metres(fromGcj02(toGcj02([lng, lat])), [lng, lat])).toBeLessThan(0.001)
  })

  it('is the same outside of China', () => {
    expect(toGcj02([13.4, 52.5])).toEqual([13.4, 52.5])
    expect(fromGcj02([-74, 40.7])).toEqual([-74, 40.7])
  })
})
