import type { DomainName } from '../kernel/domain.ts'

export const telephonyDomain = {
  order: 140,
  zh: '通话',
  en: 'Telephony',
  logged: {
    zdCall: { zh: '通话', en: 'Call', title: 'dialled' },
    sipAccount: { zh: 'SIP账号', en: 'SIP account', title: 'number' },
  },
  loggedKeys: {
    dialled: { zh: '被叫号码', en: 'Dialled' },
    calls: { zh: '通话数', en: 'Calls' },
    number: { zh: 'SIP号', en: 'SIP number' },
  },
  asked: {
    hatId: { zh: '安全帽', en: 'The helmet' },
    alarmId: { zh: '报警', en: 'The alarm' },
    outcome: { zh: '结果', en: 'The outcome' },
    roomId: { zh: '房间', en: 'The room' },
    deviceId: { zh: '设备号', en: 'The device ID' },
    deviceIds: { zh: '安全帽', en: 'The helmets' },
    guestId: { zh: '邀请的安全帽', en: 'The helmet asked in' },
    startTime: { zh: '开始时间', en: 'The start' },
    endTime: { zh: '结束时间', en: 'The end' },
  },
} as const satisfies DomainName
