import { role, roleFields, roleScope } from '@vigil/contract/accounts/entities.ts'
import { enumeration } from '@vigil/contract/kernel/enumeration.ts'
import { field, type Field } from '@vigil/contract/kernel/field.ts'
import { noun } from '@vigil/contract/kernel/noun.ts'
import { extraRights, menu } from '@vigil/contract/menu/routes.ts'

/** Names for the comparison of two versions; a permission of the site's own is named by its code. */
const names = enumeration(
  Object.fromEntries([
    ...menu.flatMap(({ children }) =>
      children.flatMap(({ name, title }) => [
        [name, { code: name, ...title }],
        [`${name}:edit`, { code: `${name}:edit`, zh: `${title.zh}（修改）`, en: `${title.en} (edit)` }],
      ]),
    ),
    ...Object.entries(extraRights).map(([code, text]) => [code, { code, ...text }]),
  ]),
)

const permissions: Field = {
  label: { zh: '权限', en: 'Permissions' },
  as: { kind: 'choices', of: names },
  sent: roleFields.permissions,
  kept: role.shape.permissions,
}

/** A role as the forms of the list kit know records; on the wire it has calls of its own. */
export const roleNoun = noun({
  name: 'role',
  word: { zh: '角色', en: 'role' },
  words: { zh: '角色', en: 'roles' },
  route: 'rolePermissionMgmt',
  fields: {
    name: field.required({ zh: '角色名称', en: 'Role name' }, 64),
    scope: field.chosen({ zh: '数据范围', en: 'Data scope' }, roleScope, 'own', {
      hint: { zh: '可查看哪些部门的人员、设备和报警', en: 'The departments whose people, devices and alarms this role can see' },
    }),
    deptIds: field.refs({ zh: '指定部门', en: 'Departments' }, 'dept', 2000),
    permissions,
  },
  title: 'name',
  key: 'name',
  search: ['name'],
})
