import { defineTexts } from '../../shared/i18n/texts.ts'

export const versionTexts = defineTexts('features/site/versions', {
  running: { zh: '正在运行', en: 'Running now' },
  server: { zh: '服务端', en: 'Server' },
  console: { zh: '控制台', en: 'Console' },
  schema: { zh: '数据库结构', en: 'Database schema' },
  node: { zh: 'Node.js', en: 'Node.js' },
  postgres: { zh: 'PostgreSQL', en: 'PostgreSQL' },
  since: { zh: '启动时间', en: 'Running since' },
  clock: { zh: '数据库时钟', en: 'Database clock' },
  clockFine: { zh: '正常（相差 {ms} 毫秒）', en: 'OK ({ms} ms off)' },
  clockOff: {
    zh: '相差 {seconds} 秒，请检查服务器校时',
    en: '{seconds} s off: check the time synchronisation of the servers',
  },
  demo: { zh: '演示模式', en: 'Demo mode' },
  differ: {
    zh: '控制台与服务端版本不同，请刷新页面',
    en: 'Console and server versions differ. Reload the page',
  },
  reload: { zh: '刷新页面', en: 'Reload' },
  emptyHint: {
    zh: '登记设备的固件版本后，这里会显示各版本有多少台设备在用',
    en: 'Once firmware versions are registered, the number of devices on each is shown here',
  },
})
