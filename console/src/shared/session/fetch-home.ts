/** Where the tab keeps the token of its session. */
export const tokenKey = 'login_token'
/** Where that of a wall display is kept, which is no operator's. */
export const wallTokenKey = 'wall_token'

/** Comes with the page: which files the first calls are in, so that they can be asked for as files before they are asked for as modules. */
export const callFilesScript = (files: readonly string[]): string =>
  `document.documentElement.dataset.calls=${JSON.stringify(files.map((file) => `/${file}`).join(' '))}\n`

/**
 * Comes with the page: where somebody who is signed in opens home, what home is drawn with is on its way before any script of the
 * console runs.
 */
export const fetchHomeScript = (files: readonly string[]): string =>
  `try{if(sessionStorage.getItem(${JSON.stringify(tokenKey)})!==null&&/^\\/(home)?$/.test(location.pathname))for(const file of ${JSON.stringify(files)})document.head.append(Object.assign(document.createElement('link'),{rel:'modulepreload',href:'/'+file}))}catch{}\n`
