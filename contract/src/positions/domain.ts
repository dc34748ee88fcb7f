import type { DomainName } from '../kernel/domain.ts'

export const positionDomain = {
  order: 60,
  zh: '定位',
  en: 'Positions',
  logged: {
    helpCall: { zh: '求救', en: 'Call for help' },
    position: { zh: '定位记录', en: 'Positions' },
    track: { zh: '历史轨迹', en: 'Track' },
  },
} as const satisfies DomainName
