/** Absolute, where the account says a path below the console's own address. */
export const addressOfServer = (wss: string, { protocol, host }: Pick<Location, 'protocol' | 'host'>): string =>
  wss.startsWith('/') ? `${protocol === 'https:' ? 'wss:' : 'ws:'}//${host}${wss}` : wss
