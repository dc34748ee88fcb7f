import shipped from '../../console/vite.config.ts'

const root = import.meta.dirname

/** The pages that the map is measured on, built as the console is. */
export default {
  ...shipped,
  root,
  build: {
    ...shipped.build,
    rollupOptions: {},
    rolldownOptions: { ...shipped.build?.rolldownOptions, input: [`${root}/index.html`, `${root}/plan.html`] },
  },
}
