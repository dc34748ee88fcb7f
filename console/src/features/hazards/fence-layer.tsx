import { hazardCalls } from '@vigil/contract/hazards/calls.ts'
import type { Fence } from '@vigil/contract/hazards/fence.ts'
import { whole } from '@vigil/contract/kernel/client.ts'
import type { LayerSpecification } from 'maplibre-gl'
import { useMemo } from 'react'
import { useCall } from '../../shared/api/queries.ts'
import { fenceOutline } from '../../shared/map/geometry.ts'
import { useFeatures } from '../../shared/map/layers.ts'
import { planFresh } from '../../shared/map/map-data.ts'
import { useThemeMode } from '../../shared/theme/mode.ts'
import { outline } from './outline.ts'

const none: readonly Fence[] = []

/** The fences that hold. They come anew by themselves when one changes. */
const useFences = (): readonly Fence[] => {
  const { data } = useCall(hazardCalls.listBsDangAreaAll, undefined, { staleTime: planFresh })
  return useMemo(() => (data ? whole(data).filter(({ enable }) => enable === 1) : none), [data])
}

export const FenceCount = () => useFences().length

/** Electronic fences: dashed in the colour of their level (or their own), lightly filled. */
export const FenceLayer = () => {
  const fences = useFences()
  const { palette } = useThemeMode()
  const features = useMemo(
    () => fences.map((fence) => outline(fenceOutline(fence), { level: fence.level, colour: fence.colour })),
    [fences],
  )
  const layers = useMemo((): LayerSpecification[] => {
    const colour = [
      'case',
      ['!=', ['get', 'colour'], ''],
      ['get', 'colour'],
      ['match', ['get', 'level'], 1, palette.level1, 2, palette.level2, palette.level3],
    ] as unknown as string
    return [
      { id: 'fence-fill', type: 'fill', source: 'fences', paint: { 'fill-color': colour, 'fill-opacity': 0.1 } },
      {
        id: 'fence-line',
        type: 'line',
        source: 'fences',
        paint: { 'line-color': colour, 'line-width': 2, 'line-dasharray': [4, 2.5] },
      },
    ]
  }, [palette])
  useFeatures('fences', features, layers)
  return null
}
