import './maplibre.css'
import { prewarm, setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'

// Its worker is a file of its own: without this address everything builds and the map stays grey.
setWorkerUrl(workerUrl)
// It reads its code while the first map is put together, and stays for the next one.
prewarm()

export { LngLat, Map as MapLibreMap } from 'maplibre-gl'
