import type { DomainName } from '../kernel/domain.ts'

export const pushingDomain = {
  order: 46,
  zh: '设备推送',
  en: 'Device pushes',
  logged: {
    pushLogin: { zh: '推送账号', en: 'Push login', title: 'userName' },
    unknownPush: { zh: '未登记的推送设备', en: 'Unregistered pushing device', title: 'address' },
  },
  loggedKeys: {
    place: { zh: '设备', en: 'Device' },
    way: { zh: '推送内容', en: 'What it pushes' },
    address: { zh: 'IP地址', en: 'IP address' },
  },
  asked: {
    way: { zh: '推送内容', en: 'What it pushes' },
    address: { zh: 'IP地址', en: 'IP address' },
    push: { zh: '推送内容', en: 'The push' },
  },
} as const satisfies DomainName
