/** Of the console that was built, put in by `vite.config.ts`. */
interface ImportMetaEnv {
  readonly CONSOLE_VERSION: string
  /** What server and console run with of others, by name. */
  readonly PACKAGES: readonly { readonly name: string; readonly version: string; readonly licence: string }[]
}
