import { accountCalls } from '@vigil/contract/accounts/calls.ts'
import { user, type User } from '@vigil/contract/accounts/user.ts'
import { field } from '@vigil/contract/kernel/field.ts'
import { Select } from 'antd'
import { useCall } from '../../shared/api/queries.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { listScreen } from '../../shared/list/list-screen.tsx'
import { can } from '../../shared/session/session.ts'
import { basics } from '../../shared/spec/groups.ts'
import type { Draft } from '../../shared/spec/record.ts'
import type { EditorProps, FilterControlProps, ListContext, RowAction } from '../../shared/spec/definitions.ts'
import { callPerson } from './call-person.ts'
import { PasswordInput } from './password-input.tsx'
import { passwordProblem } from './passwords.ts'
import { accountTexts } from './texts.ts'
import { askAbout } from './user-asks.ts'
import { enableUser, exportPersonData, unlockUser } from './user-changes.ts'
import { UserDialogs } from './user-dialogs.tsx'

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const signsIn = (draft: Draft): boolean => draft['canLogin'] === true
/** Only somebody new gets a password with the record; later it is reset. One that was typed until the answer came is still to be seen. */
const needsPassword = (draft: Draft): boolean => signsIn(draft) && (draft['fresh'] === true || textOf(draft['password']) !== '')

const FirstPassword = ({ id, value, onChange, invalid, 'aria-describedby': described }: EditorProps) => (
  <PasswordInput id={id} value={textOf(value)} onChange={onChange} invalid={invalid} aria-describedby={described} />
)

const RoleFilter = ({ id, value, onChange }: FilterControlProps) => {
  const t = useTexts(accountTexts)
  const roles = useCall(accountCalls.getAllRoles, undefined, { staleTime: 60_000 })
  return (
    <Select<string>
      id={id}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      {...(value === null ? {} : { value })}
      placeholder={t('all')}
      loading={roles.isFetching}
      options={roles.data?.map((role) => ({ value: role.id, label: role.name })) ?? []}
      onChange={(next: string | undefined) => onChange(next ?? null)}
    />
  )
}

const actions = (person: User, { mayEdit }: ListContext): readonly RowAction[] => {
  const worn: RowAction = { label: { zh: '佩戴历史', en: 'Devices worn' }, run: () => askAbout('worn', person) }
  const call = callPerson(person)
  if (!mayEdit) return [...call, worn]
  const signIn: readonly RowAction[] = person.canLogin
    ? [
        { label: { zh: '重置密码', en: 'Reset password' }, run: () => askAbout('password', person) },
        { label: { zh: '结束会话', en: 'End sessions' }, run: () => askAbout('sessions', person) },
        { label: { zh: '解除锁定', en: 'Unlock sign-in' }, run: () => void unlockUser(person) },
      ]
    : []
  const state: RowAction =
    person.enable === 1
      ? { label: { zh: '停用', en: 'Disable' }, run: () => askAbout('disable', person) }
      : { label: { zh: '启用', en: 'Enable' }, run: () => void enableUser(person, true) }
  const own: readonly RowAction[] = can('private:view')
    ? [
        { label: { zh: '导出个人数据', en: 'Export personal data' }, run: () => void exportPersonData(person) },
        { label: { zh: '抹除个人数据', en: 'Erase personal data' }, danger: true, run: () => askAbout('erase', person) },
      ]
    : []
  return [...call, ...signIn, state, worn, ...own]
}

/** 用户管理: everybody of the site, and who of them may sign in. */
export const Users = listScreen(user, {
  calls: {
    list: accountCalls.listUserByDeptId,
    save: accountCalls.saveUser,
    remove: accountCalls.deleteUserById,
    counts: accountCalls.countUserByDeptId,
  },
  columns: [
    { field: 'cname', width: 112 },
    { field: 'workNum', width: 104 },
    { field: 'deptName', width: 120 },
    { field: 'post', width: 112 },
    { field: 'mobile', width: 124 },
    { field: 'roleNames', width: 130 },
    { field: 'lastLoginAt', width: 110 },
    { field: 'kind', width: 100 },
    { field: 'canLogin', width: 90 },
    { field: 'userName', width: 120 },
    'enable',
  ],
  form: [
    { title: basics, fields: ['cname', 'workNum', 'kind', 'deptId', 'post', 'mobile', 'enable'] },
    {
      title: { zh: '登录', en: 'Sign-in' },
      fields: [
        'canLogin',
        { field: 'userName', when: signsIn },
        { field: 'roleIds', when: signsIn, wide: true },
        { field: 'wallDisplay', when: signsIn },
        { field: 'password', when: needsPassword, editor: FirstPassword, wide: true },
        { field: 'lastLoginAt', when: (draft) => draft['fresh'] !== true && signsIn(draft) },
      ],
    },
  ],
  extraFields: {
    password: field.text({ zh: '初始密码', en: 'Initial password' }, 128, {
      hint: {
        zh: '至少 10 个字符，不能包含账号，不能是常见密码或站点名称；首次登录须修改',
        en: 'At least 10 characters. It must not contain the user name, be a common password or be the name of the site, and must be changed at the first sign-in',
      },
    }),
  },
  check: (draft) => {
    if (!signsIn(draft)) return {}
    const problem = needsPassword(draft) ? passwordProblem(textOf(draft['password']), textOf(draft['userName'])) : null
    return {
      ...(textOf(draft['userName']).trim() === ''
        ? { userName: { zh: '可登录的人员必须有账号', en: 'A person who can sign in needs a user name' } }
        : {}),
      ...(problem ? { password: problem } : {}),
    }
  },
  presets: { fresh: true },
  filters: [
    { name: 'roleId', label: { zh: '角色', en: 'Role' }, control: RoleFilter },
    'kind',
    'canLogin',
    'enable',
    'lastLoginAt',
  ],
  rowActions: actions,
  above: UserDialogs,
  alarmed: 'person',
  invalidates: [accountCalls.listDeptNodeAll, accountCalls.getAllRoles],
  icon: 'user',
})
