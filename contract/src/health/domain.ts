import type { DomainName } from '../kernel/domain.ts'

export const healthDomain = {
  order: 45,
  zh: '设备健康',
  en: 'Device health',
  logged: {
    deviceFault: { zh: '设备故障', en: 'Device fault', title: 'deviceName' },
  },
  asked: {
    kind: { zh: '故障', en: 'Fault' },
    ended: { zh: '已恢复', en: 'Back to normal' },
    userId: { zh: '负责人', en: 'Owner' },
    note: { zh: '备注', en: 'Note' },
  },
} as const satisfies DomainName
