import shipped from '../../console/vite.config.ts'

/** The console with everything in one file, as it would be without any thought: what the sign-in page is measured against. */
export default {
  ...shipped,
  build: { ...shipped.build, rolldownOptions: { output: { codeSplitting: false } }, rollupOptions: {} },
}
