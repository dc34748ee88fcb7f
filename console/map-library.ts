import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { transformWithOxc, type Plugin } from 'vite'
import { versionOf } from './about-packages.ts'

const folder = dirname(createRequire(import.meta.url).resolve('maplibre-gl/package.json'))
const source = (path: string): string => join(folder, 'src', path)
const asImport = (path: string): string => JSON.stringify(source(path))

/** What the console takes of it, as the package's own entry exports it together with much that no map of ours has. */
const entry = `
import { config } from ${asImport('util/config.ts')}
export { Map } from ${asImport('ui/map.ts')}
export { prewarm } from ${asImport('util/global_worker_pool.ts')}
export { LngLat } from ${asImport('geo/lng_lat.ts')}
export const setWorkerUrl = (url) => { config.WORKER_URL = url }
`
/**
 * What no plan is drawn with, by the file that lists its kinds: globes, terrain, pictures and tiles of other servers. A style that asks
 * for it nevertheless fails with its name.
 */
const leftOut: Readonly<Record<string, RegExp>> = {
  'geo/projection/projection_factory.ts': /\/(?:globe|vertical_perspective)_/,
  'source/source.ts': /\/(?:vector_tile|raster_tile|raster_dem_tile|video|canvas)_source/,
  'source/vector_tile_worker_source.ts': /\/vector_tile_mlt/,
  'data/feature_index.ts': /\/vector_tile_mlt/,
  'webgl/draw/index.ts': /\/draw_(?:heatmap|fill_extrusion|hillshade|color_relief|raster)/,
  'shaders/shaders.ts':
    /\/(?:heatmap|color_relief|fill_extrusion|hillshade|raster|terrain|_projection_globe)[a-z_]*\.(?:vertex|fragment)/,
}
/** As many names as the file asks for, none of which can be called; a text that is left out is empty. */
const absent = (file: string, asked: string): string => {
  const [, one, several = ''] =
    new RegExp(`^import (?:(\\w+)|\\{([^}]*)\\}) from '${asked}'`, 'm').exec(readFileSync(source(file), 'utf8')) ?? []
  if (one !== undefined) return `export default ''`
  return several
    .split(',')
    .map((name) => name.trim())
    .filter((name) => !name.startsWith('type '))
    .map((name) => `export function ${name}() { throw new Error('${name} is left out of this map') }`)
    .join('\n')
}

/** Those that were, by the same: one that is no longer asked for so would come along again unseen. */
const left = new Set<string>()

const own = '\0map-library:'
const workerUrl = 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'

/**
 * Builds MapLibre out of the sources in its package. As the package is built, page and worker are a file each and half of either is in
 * the other as well, 110 KiB on the wire; built here they share it. While the console is developed they are as the package has them.
 */
export const mapLibrary: Plugin = {
  name: 'map-library',
  apply: 'build',
  enforce: 'pre',
  resolveId: (id, importer = '') => {
    if (id === 'maplibre-gl' || id === workerUrl) return `${own}${id}`
    const file = relative(source('.'), importer)
    if (!leftOut[file]?.test(id)) return null
    left.add(file)
    return `${own}${file}|${id}`
  },
  load(id) {
    // Its version alone is asked for.
    if (id === join(folder, 'package.json')) return { code: JSON.stringify({ version: versionOf(folder) }), moduleType: 'json' }
    if (!id.startsWith(own)) return null
    const [asked = '', absentOne] = id.slice(own.length).split('|')
    if (absentOne !== undefined) return absent(asked, absentOne)
    if (asked !== workerUrl) return entry
    const file = this.emitFile({ type: 'chunk', id: source('source/worker.ts'), name: 'map-worker' })
    return `export default import.meta.ROLLUP_FILE_URL_${file}`
  },
  buildEnd() {
    const lost = Object.keys(leftOut).find((file) => !left.has(file))
    // A page without a map asks for none of them.
    if (left.size > 0 && lost !== undefined) this.error(`MapLibre's ${lost} asks for nothing that is left out of it: see leftOut`)
  },
  // As its own build has it: a field that is only declared leaves alone what the constructor above it has put there.
  transform: (code, id) =>
    id.startsWith(source(''))
      ? transformWithOxc(code, id, {
          typescript: { removeClassFieldsWithoutInitializer: true },
          assumptions: { setPublicClassFields: true },
        })
      : null,
}
