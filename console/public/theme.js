// Runs before the first paint, so that a dark console is never white: the key is that of shared/theme/mode.ts.
try {
  if (localStorage.getItem('vigil.theme') === 'dark') document.documentElement.dataset.theme = 'dark'
} catch {
  // Storage is forbidden: the console begins light.
}
