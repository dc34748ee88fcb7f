import { enumeration } from '../kernel/enumeration.ts'
import { field } from '../kernel/field.ts'
import { noun } from '../kernel/noun.ts'

export const permissionKind = enumeration({
  screen: { code: 'screen', zh: '页面', en: 'Screen' },
  edit: { code: 'edit', zh: '修改', en: 'Edit' },
  right: { code: 'right', zh: '操作', en: 'Action' },
  custom: { code: 'custom', zh: '自定义', en: 'Custom' },
})

/** What roles grant: those the product knows, with names that a site may change, and others of its own. */
export const permissionResource = noun({
  name: 'permission',
  word: { zh: '权限资源', en: 'permission' },
  words: { zh: '权限资源', en: 'permissions' },
  route: 'permissionMgmt',
  fields: {
    code: field.requiredPattern({ zh: '权限标识', en: 'Code' }, /^[A-Za-z][\w:.-]{0,63}$/, 'not a code'),
    name: field.name({ zh: '名称', en: 'Name' }, 64),
    nameEn: field.text({ zh: '英文名称', en: 'English name' }, 64),
    note: field.long({ zh: '说明', en: 'Note' }, 500),
  },
  shown: {
    kind: field.chosen({ zh: '类型', en: 'Type' }, permissionKind, 'custom'),
    roles: field.number({ zh: '角色数', en: 'Roles' }, { min: 0, max: 100_000 }),
  },
  title: 'name',
  key: 'code',
  search: ['code', 'name', 'nameEn', 'note'],
  filters: ['kind'],
  imports: false,
})
