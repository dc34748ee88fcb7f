/** Where the browser keeps the theme. */
export const themeKey = 'vigil.theme'

/** Runs before anything is drawn, so that a dark console is never white; without storage it begins light. */
export const firstPaintScript = (): string =>
  `try{if(localStorage.getItem(${JSON.stringify(themeKey)})==='dark')document.documentElement.dataset.theme='dark'}catch{}\n`
