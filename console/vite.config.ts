import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { aboutPackages, versionOf } from './about-packages.ts'
import { compressedFiles } from './compressed-files.ts'
import { mapLibrary } from './map-library.ts'
import { callFilesScript, fetchHomeScript } from './src/shared/session/fetch-home.ts'
import { firstPaintScript } from './src/shared/theme/first-paint.ts'
import { paletteStyles } from './src/shared/theme/palette.ts'

/** A chunk of packages, or of a file with whatever it imports that is in no chunk of a higher rank. */
const chunk = (name: string, test: RegExp, priority: number) => ({ name, test, priority })
const packages = (...names: string[]): RegExp => new RegExp(`/node_modules/(?:${names.join('|')})/`)

/** So that the sign-in page loads React alone, what frame, home and map need comes in a file each, and all else with what uses it. */
const chunks = [
  chunk('base', packages('react', 'react-dom', 'scheduler', 'react-router', 'i18next', 'react-i18next', 'zustand'), 100),
  chunk('zod', packages('zod'), 90),
  chunk('main', /console\/src\/app\/main\.tsx$/, 80),
  chunk('first-calls', /console\/src\/app\/session\/first-calls\.ts$/, 70),
  chunk('frame', /console\/src\/app\/shell\/shell\.tsx$/, 60),
  chunk('map-shared', /maplibre-gl\/src\/source\/worker\.ts$/, 50),
  chunk('map-library', /map-library:maplibre-gl$/, 40),
  chunk(
    'map',
    /console\/src\/(?:shared\/map\/map-screen|features\/(?:positions\/(?:site-map-panel|head-count-layer)|hazards\/(?:fence|hazard-area)-layer))\.tsx$/,
    30,
  ),
  chunk('home', /console\/src\/app\/home\.tsx$/, 20),
  chunk('draw', packages('terra-draw[^/]*'), 10),
  chunk('pinyin', packages('pinyin-pro'), 10),
]

/** Those that the first calls are in. */
const callChunks = ['first-calls', 'zod']
/** Those that home is drawn with, in the order in which it needs them. */
const homeChunks = ['first-calls', 'zod', 'frame', 'home', 'map-shared', 'map-library', 'map']

/** The server that `vite dev` and `vite preview` hand calls and sockets to. */
const server = process.env['VIGIL_ORIGIN'] ?? 'http://127.0.0.1:8080'
const proxy = Object.fromEntries(
  ['/api', '/helmet', '/sip', '/rooms', '/readyz'].map((path) => [
    path,
    { target: server, ws: true, changeOrigin: true, headers: { origin: server } },
  ]),
)

const themeScript = 'theme.js'

/** Colours and theme come with the page, before any script of the console; a file, since inline scripts are forbidden. */
const firstPaint: Plugin = {
  name: 'first-paint',
  transformIndexHtml: () => [
    { tag: 'style', children: paletteStyles(), injectTo: 'head' },
    { tag: 'script', attrs: { src: `/${themeScript}` }, injectTo: 'head' },
  ],
  generateBundle(_, bundle) {
    const fileOf = (name: string): string[] =>
      Object.values(bundle).flatMap((file) => (file.type === 'chunk' && file.name === name ? [file.fileName] : []))
    const source = `${firstPaintScript()}${fetchHomeScript(homeChunks.flatMap(fileOf))}${callFilesScript(callChunks.flatMap(fileOf))}`
    this.emitFile({ type: 'asset', fileName: themeScript, source })
  },
  configureServer: ({ middlewares }) => {
    middlewares.use(`/${themeScript}`, (_request, response) => {
      response.setHeader('content-type', 'text/javascript')
      response.end(firstPaintScript())
    })
  },
}

/**
 * What every part of antd knows of a form is one context, which it asks the whole package of forms for; that has statements of its own and
 * comes with all it names, 11 KiB on the wire before anybody opens a form.
 */
const formContextAlone: Plugin = {
  name: 'form-context-alone',
  apply: 'build',
  enforce: 'pre',
  resolveId(id, importer = '') {
    const alone = id === '@rc-component/form' && importer.endsWith('/antd/es/form/context.js')
    return alone ? this.resolve('@rc-component/form/es/FormContext', importer) : null
  },
}

/**
 * Buttons, tags and tooltips ask a few functions of antd's picker of colours, which come with the picker, its panels and all that folds:
 * 9 KiB on the wire before anybody chooses a colour, which nobody does here.
 */
const coloursAlone: Plugin = {
  name: 'colours-alone',
  apply: 'build',
  enforce: 'pre',
  resolveId(id, importer = '') {
    if (id.endsWith('/color-picker/components/ColorPresets') && /\/antd\/es\/(?:button|tag)\/style\/\w+\.js$/.test(importer))
      return resolve(import.meta.dirname, 'is-bright.ts')
    const alone = id === '@rc-component/color-picker' && /\/antd\/es\/color-picker\/(?:color|util)\.js$/.test(importer)
    return alone ? this.resolve('@rc-component/color-picker/es/color', importer) : null
  },
}

export default defineConfig({
  root: import.meta.dirname,
  server: { proxy },
  preview: { proxy },
  plugins: [mapLibrary, formContextAlone, coloursAlone, react(), firstPaint, compressedFiles],
  define: {
    'import.meta.env.CONSOLE_VERSION': JSON.stringify(versionOf(import.meta.dirname)),
    'import.meta.env.PACKAGES': JSON.stringify(aboutPackages()),
  },
  build: {
    outDir: 'dist',
    target: 'es2022',
    chunkSizeWarningLimit: 1500,
    rolldownOptions: { output: { codeSplitting: { groups: chunks } } },
  },
})
