import 'maplibre-gl/dist/maplibre-gl.css'
import { setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'

// Its worker is a file of its own: without this address everything builds and the map stays grey.
setWorkerUrl(workerUrl)

export { LngLat, Map as MapLibreMap } from 'maplibre-gl'
