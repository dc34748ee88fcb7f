import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
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

/** Every colour stands in the page itself: the first paint has them, before any script of the console runs. */
const palette: Plugin = {
  name: 'palette',
  transformIndexHtml: () => [{ tag: 'style', children: paletteStyles(), injectTo: 'head' }],
}

export default defineConfig({
  root: import.meta.dirname,
  server: { proxy },
  preview: { proxy },
  plugins: [react(), palette],
  build: {
    outDir: 'dist',
    target: 'es2022',
    chunkSizeWarningLimit: 1500,
    rolldownOptions: { output: { manualChunks: chunkOf } },
  },
})
