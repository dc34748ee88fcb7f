/** Where the browser keeps the theme. */
export const themeKey = 'vigil.theme'

/** Runs before anything is drawn, so that a dark console is never white; without storage it begins light, and a wall display dark (`wallAt`). */
export const firstPaintScript = (): string =>
  `try{if(/^\\/wall\\/*$/.test(location.pathname)?!/[?&]theme=light\\b/.test(location.search):localStorage.getItem(${JSON.stringify(themeKey)})==='dark')document.documentElement.dataset.theme='dark'}catch{}\n`
