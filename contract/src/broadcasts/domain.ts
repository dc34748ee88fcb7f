import type { DomainName } from '../kernel/domain.ts'

export const broadcastDomain = {
  order: 150,
  zh: '播报和通知',
  en: 'Broadcasts and notices',
  logged: { broadcastSending: { zh: '语音广播', en: 'Broadcast', title: 'title' } },
  loggedKeys: {
    text: { zh: '播报内容', en: 'What is said' },
    clip: { zh: '录音', en: 'Recorded clip' },
    helmets: { zh: '安全帽', en: 'Helmets' },
    total: { zh: '安全帽数', en: 'Number of helmets' },
    cancelled: { zh: '取消的台数', en: 'Helmets that do not hear it' },
    broadcasts: { zh: '播报数', en: 'Broadcasts' },
  },
  asked: {
    deviceIds: { zh: '安全帽', en: 'The helmets' },
    deptIds: { zh: '部门', en: 'The departments' },
    area: { zh: '区域', en: 'The area' },
    shape: { zh: '形状', en: 'The shape' },
    points: { zh: '坐标', en: 'The coordinates' },
    radius: { zh: '半径', en: 'The radius' },
    halfWidth: { zh: '半宽', en: 'The half width' },
    seenWithin: { zh: '位置时限', en: 'The age of positions' },
    title: { zh: '标题', en: 'The title' },
    clip: { zh: '录音', en: 'The clip' },
    priority: { zh: '优先级', en: 'The priority' },
    deviceId: { zh: '安全帽编号', en: 'The helmet’s number' },
    alarmId: { zh: '报警', en: 'The alarm' },
    text: { zh: '播报内容', en: 'What is to be played' },
  },
} as const satisfies DomainName
