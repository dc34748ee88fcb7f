import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { aboutPackages, versionOf } from './about-packages.ts'
import { compressedFiles } from './compressed-files.ts'
import { firstPaintScript } from './src/shared/theme/first-paint.ts'
import { paletteStyles } from './src/shared/theme/palette.ts'

/** Chunks by package, so that the sign-in page loads React alone, and antd, map and charts come with what uses them. */
const chunkOf = (id: string): string | undefined => {
  if (!id.includes('/node_modules/')) return undefined
  const owner = /.*\/node_modules\/(@[^/]+\/[^/]+|[^/]+)\//.exec(id)?.[1] ?? ''
  if (['react', 'react-dom', 'scheduler', 'react-router', 'i18next', 'react-i18next', 'zustand'].includes(owner)) return 'base'
  if (owner === 'zod') return 'zod'
  if (owner.startsWith('terra-draw')) return 'draw'
  if (/^(maplibre-gl|pmtiles|gcoord)/.test(owner) || owner.startsWith('@maplibre/') || owner.startsWith('@mapbox/')) return 'map'
  if (owner === 'echarts' || owner === 'zrender') return 'charts'
  if (owner === 'pinyin-pro') return 'pinyin'
  return undefined
}

/** The server that `vite dev` and `vite preview` hand calls and sockets to. */
const server = process.env['VIGIL_ORIGIN'] ?? 'http://127.0.0.1:8080'
const proxy = Object.fromEntries(
  ['/api', '/helmet', '/readyz'].map((path) => [
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
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: themeScript, source: firstPaintScript() })
  },
  configureServer: ({ middlewares }) => {
    middlewares.use(`/${themeScript}`, (_request, response) => {
      response.setHeader('content-type', 'text/javascript')
      response.end(firstPaintScript())
    })
  },
}

export default defineConfig({
  root: import.meta.dirname,
  server: { proxy },
  preview: { proxy },
  plugins: [react(), firstPaint, compressedFiles],
  define: {
    'import.meta.env.CONSOLE_VERSION': JSON.stringify(versionOf(import.meta.dirname)),
    'import.meta.env.PACKAGES': JSON.stringify(aboutPackages()),
  },
  build: {
    outDir: 'dist',
    target: 'es2022',
    chunkSizeWarningLimit: 1500,
    rolldownOptions: { output: { manualChunks: chunkOf } },
  },
})
