import { accountCalls } from '@vigil/contract/accounts/calls.ts'
import { permissionResource } from '@vigil/contract/accounts/permission.ts'
import { permissions } from '@vigil/contract/menu/routes.ts'
import { useState } from 'react'
import { FixedValue } from '../../shared/form/fixed-value.tsx'
import { TextInput } from '../../shared/form/plain-inputs.tsx'
import { listScreen } from '../../shared/list/list-screen.tsx'
import type { EditorProps } from '../../shared/spec/definitions.ts'

const known: ReadonlySet<string> = new Set(permissions)

/** What the product itself asks for keeps its code; a code of the site's own may be corrected while no role grants it. */
const CodeInput = (props: EditorProps) => {
  const { id, value, draft } = props
  const [fixed] = useState(() => draft['fresh'] !== true && known.has(String(value)))
  return fixed ? <FixedValue id={id}>{String(value)}</FixedValue> : <TextInput {...props} />
}

/** 权限资源: what roles grant, and what the site calls it. */
export const Permissions = listScreen(permissionResource, {
  calls: {
    list: accountCalls.listPermissionAll,
    save: accountCalls.savePermission,
    remove: accountCalls.deletePermissionById,
  },
  columns: [
    'name',
    { field: 'code', width: 220 },
    { field: 'nameEn', width: 200 },
    'kind',
    { field: 'roles', width: 90 },
    { field: 'note', width: 260 },
  ],
  form: [
    {
      title: { zh: '权限', en: 'Permission' },
      fields: [
        {
          field: 'code',
          editor: CodeInput,
          hint: { zh: '内置权限的标识不能修改', en: 'The code of a built-in permission cannot be changed' },
        },
        'kind',
        'name',
        'nameEn',
        'note',
        'roles',
      ],
    },
  ],
  presets: { fresh: true },
  removable: ({ kind }) => kind === 'custom',
  invalidates: [accountCalls.getAllRoles],
  icon: 'key',
})
