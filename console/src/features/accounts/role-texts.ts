import { defineTexts } from '../../shared/i18n/texts.ts'

export const roleTexts = defineTexts('features/accounts/roles', {
  roles: { zh: '角色', en: 'Roles' },
  newRole: { zh: '新增角色', en: 'New role' },
  searchRoles: { zh: '搜索角色', en: 'Search roles' },
  noRoleFound: { zh: '没有找到角色', en: 'No roles found' },
  system: { zh: '系统内置', en: 'Built-in' },
  systemHint: {
    zh: '系统内置角色，拥有全部权限和全部数据范围，不能修改或删除',
    en: 'This built-in role has all permissions for the whole site. It cannot be changed or deleted',
  },
  holders: { zh: '{n} 人持有', en: 'Held by {n, person|people}' },
  copy: { zh: '复制', en: 'Copy' },
  copyName: { zh: '{name} 副本', en: '{name} copy' },
  delete: { zh: '删除', en: 'Delete' },
  back: { zh: '返回', en: 'Back' },
  choose: { zh: '请在左侧选择角色', en: 'Choose a role on the left' },
  chooseHint: { zh: '或新增角色', en: 'Or add a new one' },
  gone: { zh: '此角色不存在或已删除', en: 'This role does not exist or was deleted' },
  beyond: {
    zh: '此角色含有 {n} 项您没有的权限，须先移除才能保存',
    en: 'This role has {n, permission|permissions} that you do not have. Remove them before you save',
  },
  permissions: { zh: '权限', en: 'Permissions' },
  searchPermissions: { zh: '搜索页面或权限', en: 'Search screens or permissions' },
  noPermissionFound: { zh: '没有找到权限', en: 'No permissions found' },
  granted: { zh: '已授予 {n} 项', en: '{n} granted' },
  see: { zh: '查看', en: 'View' },
  edit: { zh: '修改', en: 'Edit' },
  grant: { zh: '授予', en: 'Grant' },
  all: { zh: '全选', en: 'All' },
  notYours: { zh: '您没有此权限，不能授予', en: 'You do not have this permission, so you cannot grant it' },
})
