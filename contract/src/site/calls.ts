import { z } from 'zod'
import { call, noData, nothing, strangersBody } from '../kernel/call.ts'
import { listing } from '../kernel/listings.ts'
import { nounCalls, saving } from '../kernel/noun.ts'
import { saveCall, time } from '../kernel/shapes.ts'
import { firmware } from './firmware.ts'
import { basemap, gateway } from './entities.ts'
import { asSent, siteSettings } from './settings.ts'

export const siteCalls = {
  getWelcome: call({
    path: '/sys/sysSite/getWelcome',
    describe: { zh: '登录页所需的站点名称和版本', en: 'Site name and version for the sign-in page' },
    needs: 'public',
    reads: true,
    bodyLimit: strangersBody,
    body: nothing,
    data: z.object({ name: z.string(), version: z.string(), demo: z.boolean() }),
  }),
  getSite: listing(
    ['site'],
    call({
      path: '/sys/sysSite/getSite',
      describe: { zh: '站点设置', en: 'The site settings' },
      needs: 'signedIn',
      reads: true,
      body: nothing,
      data: siteSettings.record,
    }),
  ),
  saveSite: saving(
    siteSettings,
    saveCall({
      path: '/sys/sysSite/saveSite',
      describe: { zh: '修改站点设置', en: 'Change the site settings' },
      needs: { anyOf: ['siteMgmt:edit'] },
      fields: asSent(siteSettings.saved),
      record: siteSettings.record,
      // Each type of alarm with 200 areas.
      bodyLimit: 192 * 1024,
    }),
  ),
  getBasemap: listing(
    ['basemap'],
    call({
      path: '/sys/sysSite/getBasemap',
      describe: { zh: '底图（GeoJSON）', en: 'The basemap as GeoJSON' },
      needs: 'signedIn',
      reads: true,
      body: nothing,
      data: basemap,
    }),
  ),
  saveBasemap: call({
    path: '/sys/sysSite/saveBasemap',
    describe: { zh: '替换底图', en: 'Replace the basemap' },
    needs: { anyOf: ['siteMgmt:edit'] },
    // 20,000 features of ten corners each.
    bodyLimit: 8 * 1024 * 1024,
    body: basemap,
    data: noData,
  }),
  listGatewayAll: call({
    path: '/sys/sysGateway/listGatewayAll',
    describe: {
      zh: '设备接入：每种协议是否在监听、连接数、最近消息和错误，为站点各服务器启动以来的合计',
      en: 'Device gateways: for each protocol whether it listens, its connections, last message and errors, of all servers of the site together since each started',
    },
    needs: { anyOf: ['siteMgmt', 'hatInterfaceMgmt'] },
    reads: 'privately',
    body: nothing,
    data: z.array(gateway),
  }),
  getRunning: call({
    path: '/sys/sysVersion/getRunning',
    describe: { zh: '正在运行的各部分版本', en: 'The versions of everything that is running' },
    needs: { anyOf: ['versionMgmt', 'aboutMgmt'] },
    reads: 'privately',
    body: nothing,
    data: z.object({
      server: z.string(),
      /** The newest step of the schema. */
      schema: z.string(),
      node: z.string(),
      postgres: z.string(),
      /** Since when the server runs. */
      startedAt: time,
      /** The database's clock against the server's, ms. */
      clockOffset: z.number(),
      demo: z.boolean(),
    }),
  }),
  ...nounCalls('Version', '/sys/sysVersion', firmware, {
    sees: { anyOf: ['versionMgmt'] },
    edits: { anyOf: ['versionMgmt:edit'] },
  }),
}
