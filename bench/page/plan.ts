import { basemapBounds, basemapStyle } from '../../console/src/shared/map/basemap-style.ts'
import { createMap } from '../../console/src/shared/map/stage.ts'
import { palettes } from '../../console/src/shared/theme/palette.ts'
import { createBasemap } from '../../simulator/src/world/basemap.ts'

/** The plan of the demo and nothing else, in a map as the console makes it: what a browser of this machine needs for that alone. */
const container = document.getElementById('root')
const basemap = createBasemap()
const bounds = basemapBounds(basemap)
if (!container || !bounds) throw new Error('there is nothing to draw, or no place for it')
const { west, south, east, north } = bounds
const style = basemapStyle(basemap, palettes.light, 'zh', south, [])
createMap({ container, style, center: [west, south], zoom: 16, scrollZoom: false }).fitBounds([west, south, east, north], {
  duration: 0,
})
