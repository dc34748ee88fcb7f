import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Server } from 'node:http'
import { tellPort } from './tell-port.ts'

/** parse-server from the bench's cache, as its documentation starts it: PostgreSQL behind it, LiveQuery on the same port. */
interface ParseServerModule {
  readonly ParseServer: { startApp: (options: Record<string, unknown>) => Promise<{ server: Server }> }
}

const [folder = '', databaseURI = '', masterKey = '', port = ''] = process.argv.slice(2)
const { ParseServer } = createRequire(join(folder, 'package.json'))('parse-server') as ParseServerModule
const number = { type: 'Number' }
const { server } = await ParseServer.startApp({
  appId: 'bench',
  masterKey,
  databaseURI,
  port: Number(port),
  host: '127.0.0.1',
  mountPath: '/parse',
  serverURL: `http://127.0.0.1:${port}/parse`,
  silent: true,
  logsFolder: null,
  maxUploadSize: '8mb',
  directAccess: true,
  liveQuery: { classNames: ['Report'] },
  startLiveQueryServer: true,
  schema: {
    definitions: [
      {
        className: 'Report',
        fields: {
          deviceType: { type: 'String' },
          deviceId: { type: 'String' },
          time: { type: 'Date' },
          lng: number,
          lat: number,
          accuracy: number,
          speed: number,
          course: number,
          battery: number,
        },
        classLevelPermissions: { find: { '*': true }, get: { '*': true }, create: { '*': true }, count: { '*': true } },
      },
    ],
  },
})
if (!server.listening) await new Promise((resolve) => server.once('listening', resolve))
tellPort(server)
