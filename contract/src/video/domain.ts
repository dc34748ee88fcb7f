import type { DomainName } from '../kernel/domain.ts'

declare module '../kernel/field.ts' {
  interface RefTargets {
    camera: true
  }
}

export const videoDomain = {
  order: 130,
  zh: '视频',
  en: 'Video',
} as const satisfies DomainName
