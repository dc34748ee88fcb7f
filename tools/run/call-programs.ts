import { existsSync, rmSync, writeFileSync } from 'node:fs'

/** Debian's packages of what calls are tried by beside the server's own proxy, and the files by which each is known. */
const wanted = new Map([
  ['kamailio', '/usr/sbin/kamailio'],
  ['kamailio-websocket-modules', '/usr/lib/x86_64-linux-gnu/kamailio/modules/websocket.so'],
  ['kamailio-utils-modules', '/usr/lib/x86_64-linux-gnu/kamailio/modules/http_client.so'],
  ['rtpengine-daemon', '/usr/bin/rtpengine'],
  ['coturn', '/usr/bin/turnserver'],
  ['baresip-core', '/usr/bin/baresip'],
])
/** Asked by each package that would start a service; 101 forbids it. */
const policy = '/usr/sbin/policy-rc.d'

/** Those that are not here. */
export const missingCallPackages = (isThere: (file: string) => boolean = existsSync): string[] =>
  [...wanted].filter(([, file]) => !isThere(file)).map(([name]) => name)

/** Installs without any service that starts by itself. */
export const withoutServices = async <T>(install: () => Promise<T>): Promise<T> => {
  const isOurs = !existsSync(policy)
  if (isOurs) writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    return await install()
  } finally {
    if (isOurs) rmSync(policy, { force: true })
  }
}
