import { expect, test } from 'vitest'
import { countKinds, readBasemap } from './basemap-file.ts'

const ring = [
  [118.1, 31.1],
  [118.2, 31.1],
  [118.2, 31.2],
  [118.1, 31.1],
]
const feature = (kind: string, geometry: unknown = { type: 'Polygon', coordinates: [ring] }) => ({
  type: 'Feature',
  properties: { kind, name: '一号库' },
  geometry,
})
const file = (...features: unknown[]): string => JSON.stringify({ type: 'FeatureCollection', features })

test('a file that fits is read, its features counted by kind in the order of the contract', () => {
  const read = readBasemap(`\uFEFF${file(feature('silo'), feature('site'), feature('silo'))}`, 'zh')
  if (!('basemap' in read)) throw new Error(read.problems.join())
  expect(countKinds(read.basemap)).toEqual([
    { kind: 'site', count: 1 },
    { kind: 'silo', count: 2 },
  ])
  expect(read.basemap.features[0]?.properties).toEqual({ kind: 'silo', name: '一号库', nameEn: '' })
})

test('everything that is wrong is told with the place where it is', () => {
  const wrong = file(
    feature('site'),
    feature('castle'),
    feature('road', { type: 'Circle', coordinates: [1, 2] }),
    feature('gate', { type: 'Point', coordinates: [200, 31] }),
  )
  expect(readBasemap(wrong, 'zh')).toEqual({
    problems: [
      '第 2 个要素 properties.kind：不是允许的值',
      '第 3 个要素 geometry.type：不是面、线或点',
      '第 4 个要素 geometry.coordinates.0：过大或过多',
    ],
  })
  expect(readBasemap(wrong, 'en')).toMatchObject({
    problems: ['Feature 2 properties.kind: is not an allowed value', expect.any(String), expect.any(String)],
  })
})

test.each([
  ['{', '文件不是有效的 JSON'],
  [file(), '文件里没有任何要素'],
  ['{"type":"Feature","features":[]}', '文件 type：不是允许的值'],
])('what is no basemap is refused: %s', (text, problem) => {
  expect(readBasemap(text, 'zh')).toEqual({ problems: [problem] })
})
