import type { Feature } from 'geojson'
import type { GeoJSONSource, LayerSpecification, Map as MapLibreMap } from 'maplibre-gl'
import { useEffect, useRef } from 'react'
import { restyle, useStage } from './map-view.tsx'
import { labelLayer } from './basemap-style.ts'

const put = (map: MapLibreMap, source: string, features: readonly Feature[], tolerance: number): void => {
  const data = { type: 'FeatureCollection' as const, features: [...features] }
  const known = map.getSource<GeoJSONSource>(source)
  // Its promise tells when the worker is done; errors come as the map's `error` event.
  if (known) void known.setData(data)
  else map.addSource(source, { type: 'geojson', data, tolerance })
}

/**
 * Shows features in layers of their own below the plan's labels, or above them. Data and looks may change with every call;
 * both leave with the component. Layers name `source` as theirs. `tolerance`: pixels that a line may be drawn beside its place.
 */
export const useFeatures = (
  source: string,
  features: readonly Feature[],
  layers: readonly LayerSpecification[],
  above: 'plan' | 'labels' = 'plan',
  tolerance = 0.1,
): void => {
  const { map } = useStage()
  const latest = useRef({ features, layers })
  useEffect(() => {
    latest.current = { features, layers }
  })
  useEffect(() => {
    const { features, layers } = latest.current
    put(map, source, features, tolerance)
    for (const layer of layers) map.addLayer(layer, above === 'plan' ? labelLayer : map.getLayer('moving') ? 'moving' : undefined)
    return () => {
      // The map may be gone already: then its layers are too.
      if (!map.getStyle()) return
      for (const { id } of layers) if (map.getLayer(id)) map.removeLayer(id)
      if (map.getSource(source)) map.removeSource(source)
    }
  }, [map, source, above, tolerance])
  useEffect(() => put(map, source, features, tolerance), [map, source, features, tolerance])
  useEffect(() => {
    for (const layer of layers) restyle(map, layer)
  }, [map, layers])
}
