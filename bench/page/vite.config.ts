import shipped from '../../console/vite.config.ts'

/** The page that the map is measured on, built as the console is. */
export default { ...shipped, root: import.meta.dirname, build: { ...shipped.build, rollupOptions: {} } }
