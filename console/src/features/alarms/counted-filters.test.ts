import { countedBy } from '@vigil/contract/alarms/statistics.ts'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { countedFilters } from './counted-filters.tsx'

const asked = (name: string, value: string): unknown => {
  const filter = countedFilters.find((one) => typeof one === 'object' && 'toBody' in one && one.name === name)
  return filter && typeof filter === 'object' && 'toBody' in filter ? filter.toBody?.(value) : undefined
}

it('an address of the statistics asks for exactly what its number counts, and says nothing where it makes no sense', () => {
  const areas = [
    { areaId: '7', areaName: '煤磨 A:B|100%' },
    { areaId: null, areaName: '' },
  ]
  const notPlaces = asked('notPlaces', areas.map(({ areaId, areaName }) => `${areaId ?? ''}:${areaName}`).join('\n'))
  expect(notPlaces).toEqual(areas)
  const body = { notPlaces, place: asked('place', '7:煤磨 A:B|100%'), openOnly: asked('openOnly', '1') }
  expect(body).toMatchObject({ place: areas[0], openOnly: true })
  expect(z.object(countedBy).parse(body)).toEqual(body)
  expect([asked('notPlaces', '煤磨'), asked('openOnly', '2')]).toEqual([undefined, undefined])
})
