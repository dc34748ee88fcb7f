import { defineTexts } from '../../shared/i18n/texts.ts'

export const roleTexts = defineTexts('features/accounts/roles', {
  roles: { zh: '角色', en: 'Roles' },
  newRole: { zh: '新增角色', en: 'New role' },
  searchRoles: { zh: '搜索角色', en: 'Search roles' },
  noRoleFound: { zh: '没有这样的角色', en: 'No such role' },
  system: { zh: '系统识别', en: 'Built in' },
  systemHint: {
    zh: '此角色由系统按名称识别，拥有全部权限和数据范围，不能修改或删除',
    en: 'The system knows this role by its name: it holds every permission everywhere and is neither changed nor deleted',
  },
  holders: { zh: '{n} 人持有', en: 'Held by {n}' },
  copy: { zh: '复制', en: 'Copy' },
  copyName: { zh: '{name} 副本', en: '{name} copy' },
  delete: { zh: '删除', en: 'Delete' },
  back: { zh: '返回', en: 'Back' },
  choose: { zh: '在左边选择一个角色', en: 'Choose a role at the left' },
  chooseHint: { zh: '或者新增一个', en: 'Or add one' },
  gone: { zh: '此角色不存在或已删除', en: 'This role does not exist or was deleted' },
  beyond: {
    zh: '此角色含有您自己没有的权限（{n} 项）；保留这些权限就不能保存',
    en: 'This role holds permissions that you do not hold yourself ({n}); with them it cannot be saved',
  },
  permissions: { zh: '权限', en: 'Permissions' },
  searchPermissions: { zh: '搜索页面或权限', en: 'Search screens or permissions' },
  noPermissionFound: { zh: '没有这样的权限', en: 'No such permission' },
  granted: { zh: '已授予 {n} 项', en: '{n} granted' },
  see: { zh: '查看', en: 'See' },
  edit: { zh: '修改', en: 'Change' },
  grant: { zh: '授予', en: 'Grant' },
  all: { zh: '全选', en: 'All' },
  notYours: { zh: '您自己没有此权限，不能授予', en: 'You do not hold this permission yourself, so you cannot grant it' },
})
