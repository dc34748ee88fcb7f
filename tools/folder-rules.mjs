import imports from './import-rules.mjs'

// Which folders may need each other: none. Tests stand beside what they try and need whatever tries it, so they are left out.

/** Whose permissions calls are described with (`contract/src/menu`) stands aside. */
const folders = '^(server/src|simulator/src|bench/src|tools|console/src|contract/src/(?!kernel|menu))'

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-folder-cycles',
      comment: 'Two folders that need each other are one, or a third one is missing.',
      severity: 'error',
      scope: 'folder',
      from: { path: folders },
      to: { circular: true, path: folders },
    },
  ],
  options: {
    ...imports.options,
    // Whoever reads what all domains declare knows none of them: the folder that collects it stands for no dependency.
    exclude: {
      path: ['\\.test\\.tsx?$', '^(server|console|simulator)/test/', '^console/dist/', '^var/', '^contract/src/collected/'],
    },
  },
}
