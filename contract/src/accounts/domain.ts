import type { DomainName } from '../kernel/domain.ts'

export const accountDomain = {
  order: 20,
  zh: '部门、人员、角色和权限',
  en: 'Departments, people, roles and permissions',
  short: { zh: '组织和人员', en: 'Organisation' },
  logged: {
    personData: { zh: '个人信息', en: 'Personal data', of: 'user' },
    role: { zh: '角色', en: 'Role', title: 'name', opens: { screen: 'rolePermissionMgmt', by: 'id' } },
  },
  references: ['dept', 'user', 'role'],
  alarmSources: { person: { zh: '人员', en: 'Person' } },
  asked: {
    roleId: { zh: '角色', en: 'Role' },
    password: { zh: '初始密码', en: 'Initial password' },
    addRoleIds: { zh: '增加的角色', en: 'Roles to add' },
    removeRoleIds: { zh: '移除的角色', en: 'Roles to remove' },
    confirm: { zh: '工号', en: 'Work number' },
    scope: { zh: '数据范围', en: 'Data scope' },
    deptIds: { zh: '部门', en: 'Departments' },
    permissions: { zh: '权限', en: 'Permissions' },
  },
} as const satisfies DomainName
