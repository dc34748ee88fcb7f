import type { DomainName } from '../kernel/domain.ts'

export const gateControlDomain = {
  order: 91,
  zh: '道闸控制',
  en: 'Gate control',
  logged: {
    gateControl: { zh: '道闸控制方式', en: 'Gate control', title: 'gate' },
    gateCommand: { zh: '道闸命令', en: 'Gate command', title: 'gate' },
  },
  loggedKeys: {
    gate: { zh: '道闸', en: 'Gate' },
    act: { zh: '动作', en: 'Action' },
    outcome: { zh: '结果', en: 'Outcome' },
    said: { zh: '设备应答', en: 'The device said' },
    make: { zh: '接口', en: 'Interface' },
    host: { zh: '设备地址', en: 'Device address' },
    port: { zh: '端口', en: 'Port' },
    channel: { zh: '通道号', en: 'Channel' },
    scheme: { zh: '协议', en: 'Protocol' },
  },
  asked: {
    host: { zh: '设备地址', en: 'The device address' },
    port: { zh: '端口', en: 'The port' },
    channel: { zh: '通道号', en: 'The channel' },
    make: { zh: '接口', en: 'The interface' },
    scheme: { zh: '协议', en: 'The protocol' },
    userName: { zh: '用户名', en: 'The user name' },
    password: { zh: '密码', en: 'The password' },
    commandId: { zh: '命令编号', en: 'The command' },
    gateId: { zh: '道闸', en: 'The gate' },
    act: { zh: '动作', en: 'The action' },
    reason: { zh: '原因', en: 'The reason' },
  },
} as const satisfies DomainName
