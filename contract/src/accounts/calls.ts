import { z } from 'zod'
import { call, noData, nothing, type Needs } from '../kernel/call.ts'
import { listing } from '../kernel/listings.ts'
import { nounCalls, saving } from '../kernel/noun.ts'
import { byDepartment, countsByDept, deleteCall, id, listCall, optionalBody, saveCall } from '../kernel/shapes.ts'
import { dept } from './dept.ts'
import { deptNode, managesDepts, role, roleFields } from './entities.ts'
import { permissionResource } from './permission.ts'
import { erasedPerson, exportedPerson } from './person-data.ts'
import { user } from './user.ts'

/** Whoever manages people or picks them in a dialog. */
const seesPeople: Needs = {
  anyOf: [
    'userMgmt',
    'authorizeMgmt',
    'trackRealMgmt',
    'trackHisMgmt',
    'pushUserConfigMgmt',
    'hatMgmt:edit',
    'badgeMgmt:edit',
    'carMgmt:edit',
    'dangAreaDrawMgmt:edit',
    'hazardPointMgmt:edit',
    'visitRecordMgmt:edit',
    'planRegisterMgmt:edit',
    'dutyImportMgmt:edit',
    'attendanceRuleMgmt:edit',
    'salaryMgmt:edit',
  ],
}

export const accountCalls = {
  listDeptNodeAll: listing(
    ['dept', 'user'],
    call({
      path: '/sys/sysDept/listDeptNodeAll',
      describe: {
        zh: '部门树：所有人可见名称，管理部门的人可见数据范围内部门的其余字段',
        en: 'The department tree: everybody sees the names; whoever manages departments sees the other fields of those in scope',
      },
      needs: 'signedIn',
      reads: true,
      body: nothing,
      data: z.array(deptNode),
    }),
  ),
  listDeptByPid: listCall({
    path: '/sys/sysDept/listDeptByPid',
    describe: { zh: '某部门的下级部门', en: 'The departments directly below one' },
    needs: managesDepts,
    filter: { pid: id.nullable().default(null) },
    item: dept.record,
  }),
  saveDept: saving(
    dept,
    saveCall({
      path: '/sys/sysDept/saveDept',
      describe: { zh: '新增或修改部门', en: 'Create or change a department' },
      needs: { anyOf: ['deptMgmt:edit'] },
      fields: dept.saved,
      record: dept.record,
      codes: ['inUse'],
    }),
  ),
  deleteDeptById: deleteCall(
    '/sys/sysDept/deleteDeptById',
    { zh: '删除部门，有下级或人员时拒绝', en: 'Delete a department; refused while it has sub-departments or people' },
    { anyOf: ['deptMgmt:edit'] },
    ['inUse'],
  ),
  listUserByDeptId: listing(
    ['user'],
    listCall({
      path: '/sys/sysUser/listUserByDeptId',
      describe: { zh: '部门人员', en: 'The people of a department' },
      needs: seesPeople,
      filter: { ...byDepartment, ...user.filter, roleId: id.optional() },
      item: user.record,
    }),
  ),
  countUserByDeptId: listing(
    ['user'],
    call({
      path: '/sys/sysUser/countUserByDeptId',
      describe: { zh: '各部门的人数', en: 'How many people each department has' },
      needs: seesPeople,
      reads: true,
      body: optionalBody({ ...user.filter, roleId: id.optional() }),
      data: countsByDept,
    }),
  ),
  saveUser: saveCall({
    path: '/sys/sysUser/saveUser',
    describe: {
      zh: '新增或修改人员；可登录的新人员带 password（首次登录须修改）',
      en: 'Create or change a person; a new one who can sign in needs a `password`, which must be changed at the first sign-in',
    },
    needs: { anyOf: ['userMgmt:edit'] },
    fields: {
      ...user.saved,
      /** Empty as if absent: the present one stays. */
      password: z.string().max(128).optional(),
    },
    record: user.record,
    codes: ['weakPassword'],
  }),
  updateUser: saving(
    user,
    saveCall({
      path: '/sys/sysUser/updateUser',
      describe: { zh: '修改人员', en: 'Change a person' },
      needs: { anyOf: ['userMgmt:edit'] },
      fields: user.saved,
      record: user.record,
    }),
  ),
  authorizeUser: call({
    path: '/sys/sysUser/authorizeUser',
    describe: {
      zh: '授权：为某人增加、移除角色，或更换部门，其余不变',
      en: 'Authorise: add or remove roles of a person, or change the department; nothing else changes',
    },
    needs: { anyOf: ['authorizeMgmt:edit', 'userMgmt:edit'] },
    body: z.object({
      id,
      addRoleIds: z.array(id).max(50).default([]),
      removeRoleIds: z.array(id).max(50).default([]),
      /** The present one stays unless said. */
      deptId: id.optional(),
    }),
    data: user.record,
    codes: ['notFound', 'conflict', 'inUse'],
  }),
  deleteUserById: deleteCall(
    '/sys/sysUser/deleteUserById',
    { zh: '删除人员', en: 'Delete a person' },
    { anyOf: ['userMgmt:edit'] },
    ['inUse'],
  ),
  exportPersonData: call({
    path: '/sys/sysUser/exportPersonData',
    describe: {
      zh: '导出站点保存的某人的全部数据（JSON 文件，仅导出者可取）；另须 private:view',
      en: 'Export all data that the site keeps of a person, as a JSON file that only the exporting user can fetch; also needs `private:view`',
    },
    needs: { anyOf: ['userMgmt:edit'] },
    body: exportedPerson.body,
    data: exportedPerson.data,
    codes: ['notFound'],
  }),
  erasePersonData: call({
    path: '/sys/sysUser/erasePersonData',
    describe: {
      zh: '抹除某人的个人数据，不能恢复；报警和日志作为证据保留，轨迹不再带姓名；另须 private:view',
      en: 'Erase the personal data of a person for good; alarms and the system log stay as evidence, tracks no longer carry the name; also needs `private:view`',
    },
    needs: { anyOf: ['userMgmt:edit'] },
    body: erasedPerson.body,
    data: noData,
    codes: ['notFound', 'inUse'],
  }),
  getAllRoles: listing(
    ['role', 'user'],
    call({
      path: '/sys/sysRole/getAllRoles',
      method: 'GET',
      describe: { zh: '全部角色', en: 'All roles' },
      needs: { anyOf: ['userMgmt', 'rolePermissionMgmt', 'authorizeMgmt'] },
      reads: true,
      body: nothing,
      data: z.array(role),
    }),
  ),
  saveRole: saveCall({
    path: '/sys/sysRole/saveRole',
    describe: { zh: '新增或修改角色', en: 'Create or change a role' },
    needs: { anyOf: ['rolePermissionMgmt:edit'] },
    fields: roleFields,
    record: role,
    codes: ['inUse'],
    // Every permission and 2,000 departments.
    bodyLimit: 256 * 1024,
  }),
  deleteRoleById: deleteCall(
    '/sys/sysRole/deleteRoleById',
    { zh: '删除角色，仍有用户时拒绝', en: 'Delete a role; refused while somebody holds it' },
    { anyOf: ['rolePermissionMgmt:edit'] },
    ['inUse'],
  ),
  ...nounCalls('Permission', '/sys/sysPermission', permissionResource, {
    sees: { anyOf: ['permissionMgmt', 'rolePermissionMgmt'] },
    edits: { anyOf: ['permissionMgmt:edit'] },
    usedByOthers: true,
    saveCodes: ['inUse'],
    deletes: { zh: '删除自定义的权限资源', en: 'Delete a custom permission resource' },
  }),
}
