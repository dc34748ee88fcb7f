import type { DomainName } from '../kernel/domain.ts'

export const accountDomain = {
  order: 20,
  zh: '部门、人员、角色和权限',
  en: 'Departments, people, roles and permissions',
  short: { zh: '组织和人员', en: 'Organisation' },
  logged: { personData: { zh: '个人信息', en: 'Personal data' }, role: { zh: '角色', en: 'Role' } },
  references: ['dept', 'user', 'role'],
  alarmSources: { person: { zh: '人员', en: 'Person' } },
} as const satisfies DomainName
