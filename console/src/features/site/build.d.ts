/** Of the console that was built, put in by `vite.config.ts`. */
declare const __CONSOLE_VERSION__: string

declare module 'virtual:packages' {
  export const packages: readonly { readonly name: string; readonly version: string; readonly licence: string }[]
}
