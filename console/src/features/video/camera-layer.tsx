import { onlineState } from '@vigil/contract/devices/reporting.ts'
import { whole } from '@vigil/contract/kernel/client.ts'
import { videoCalls } from '@vigil/contract/video/calls.ts'
import { camera } from '@vigil/contract/video/camera.ts'
import type { Point } from '@vigil/contract/hazards/entities.ts'
import type { Feature } from 'geojson'
import type { LayerSpecification } from 'maplibre-gl'
import { useMemo } from 'react'
import { useCall } from '../../shared/api/queries.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { seesPlace, viewWedge, type Viewing } from '../../shared/map/camera-view.ts'
import { useFeatures } from '../../shared/map/layers.ts'
import { planFresh } from '../../shared/map/map-data.ts'
import type { MapLayerProps } from '../../shared/map/map-layer.ts'
import { PointLayer, standing } from '../../shared/map/point-layer.tsx'
import { useMoving, useMovingAlarms } from '../../shared/moving/moving-source.ts'
import { usePulse } from '../../shared/moving/use-pulse.ts'
import { useThemeMode } from '../../shared/theme/mode.ts'

const source = 'camera-views'
/** Metres of a view that nothing happens in: as much as tells which way it looks. */
const quietRange = 30
/** Milliseconds between two looks at who is seen. */
const lookEvery = 3_000

/** Ids of the cameras that see an alarm that goes on: the same text while they are the same. */
const useSeeing = (cameras: readonly (Viewing & { readonly id: string })[]): string => {
  const { store } = useMoving()
  const { byObject } = useMovingAlarms()
  const pulse = usePulse(store, lookEvery)
  // The store is not a value that React sees change: the pulse stands for it.
  const { seeing } = useMemo(() => {
    const places: Point[] = []
    for (const [id, { returned }] of byObject) {
      const slot = store.slotOf(id)
      if (!returned && slot !== undefined && store.isOnMap(slot)) places.push([store.lng[slot] ?? 0, store.lat[slot] ?? 0])
    }
    const found = cameras.filter((one) => places.some((place) => seesPlace(one, place)))
    return { pulse, seeing: found.map(({ id }) => id).join(' ') }
  }, [cameras, byObject, store, pulse])
  return seeing
}

const featureOf = (viewing: Viewing, sees: boolean): Feature[] => {
  const wedge = viewWedge(viewing, sees ? Infinity : quietRange)
  if (!wedge) return []
  const geometry = { type: 'Polygon' as const, coordinates: [[...wedge, ...wedge.slice(0, 1)].map(([lng, lat]) => [lng, lat])] }
  return [{ type: 'Feature', properties: { sees }, geometry }]
}

/** Cameras with what they see: faint, and blue for those that see an alarm. */
export const CameraLayer = ({ onChoose }: MapLayerProps) => {
  const { language } = useLanguage()
  const { palette } = useThemeMode()
  const { data } = useCall(videoCalls.listBsCameraAll, undefined, { staleTime: planFresh })
  const cameras = useMemo(
    () =>
      (data ? standing(whole(data)).filter(({ enable }) => enable === 1) : []).map((row) => ({
        ...row,
        faint: row.online !== 1,
      })),
    [data],
  )
  const seeing = useSeeing(cameras)
  const wedges = useMemo(() => {
    const sees = new Set(seeing.split(' '))
    return cameras.flatMap((one) => featureOf(one, sees.has(one.id)))
  }, [cameras, seeing])
  const layers = useMemo(
    (): LayerSpecification[] => [
      {
        id: source,
        type: 'fill',
        source,
        paint: {
          'fill-color': ['case', ['get', 'sees'], palette.primary, palette.mapLabelSoft],
          'fill-opacity': ['case', ['get', 'sees'], 0.28, 0.14],
        },
      },
    ],
    [palette],
  )
  useFeatures(source, wedges, layers)
  const choose = (id: string): void => {
    const found = cameras.find((one) => one.id === id)
    if (!found) return
    const detail = [camera.word[language], onlineState.name(found.online, language)].join(' · ')
    onChoose({ noun: camera.name, id, screen: camera.route, title: found.name, detail })
  }
  return <PointLayer name="cameras" icon="camera" points={cameras} onChoose={choose} />
}
