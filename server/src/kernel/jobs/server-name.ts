import { hostname } from 'node:os'

/** What a server process is called where people read of it: on which machine it runs, and as what. `id` is its own among the others. */
export const serverName = (id: string): string => `${hostname()}/${process.pid}/${id.slice(0, 8)}`
