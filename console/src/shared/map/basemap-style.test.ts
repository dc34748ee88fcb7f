import type { Basemap } from '@vigil/contract/site/entities.ts'
import { expect, test } from 'vitest'
import { palettes } from '../theme/palette.ts'
import { basemapSource, basemapStyle } from './basemap-style.ts'

const building = (name: string): Basemap['features'][number] => ({
  type: 'Feature',
  properties: { kind: 'building', name, nameEn: '' },
  geometry: { type: 'Point', coordinates: [118, 31] },
})

test('what is drawn of the plan stands in another source than what is written, which waits for its letters', () => {
  const basemap: Basemap = { type: 'FeatureCollection', features: [building('磨房'), building('')] }
  const { layers, sources } = basemapStyle(basemap, palettes.light, 'zh', 31, [])
  const sourcesOf = (written: boolean): Set<string> =>
    new Set(layers.flatMap((layer) => ('source' in layer && (layer.type === 'symbol') === written ? [layer.source] : [])))
  expect([...sourcesOf(false)]).toEqual([basemapSource])
  const [names = '', ...others] = sourcesOf(true)
  expect(others).toEqual([])
  expect(names).not.toBe(basemapSource)
  expect(sources[basemapSource]).toMatchObject({ data: basemap })
  expect(sources[names]).toMatchObject({ data: { type: 'FeatureCollection', features: [building('磨房')] } })
})
