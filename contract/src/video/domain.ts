import type { DomainName } from '../kernel/domain.ts'

export const videoDomain = {
  order: 130,
  zh: '视频',
  en: 'Video',
  references: ['camera'],
  alarmSources: { camera: { zh: '摄像机', en: 'Camera' } },
} as const satisfies DomainName
