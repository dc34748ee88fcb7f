import { accountCalls } from '@vigil/contract/accounts/calls.ts'
import { nounHandlers } from '../../kernel/keeper.ts'
import { served } from '../../kernel/serve.ts'
import type { PersonData } from './person-data.service.ts'
import type { AccountService } from './service.ts'

export const accountRoutes = (accounts: AccountService, personData: PersonData) =>
  served(accountCalls, {
    listDeptNodeAll: (_, asked) => accounts.deptTree(asked),
    listDeptByPid: (body, asked) => accounts.listDepts(body, asked),
    saveDept: (body, asked) => accounts.saveDept(body, asked),
    deleteDeptById: (body, asked) => accounts.deleteDept(body, asked),
    listUserByDeptId: (body, asked) => accounts.listUsers(body, asked),
    countUserByDeptId: (body, asked) => accounts.countUsers(body, asked),
    saveUser: (body, asked) => accounts.saveUser(body, asked),
    updateUser: (body, asked) => accounts.updateUser(body, asked),
    authorizeUser: (body, asked) => accounts.authorizeUser(body, asked),
    deleteUserById: (body, asked) => accounts.deleteUser(body, asked),
    exportPersonData: (body, asked) => personData.export(body, asked),
    erasePersonData: (body, asked) => personData.erase(body, asked),
    getAllRoles: () => accounts.roles(),
    saveRole: (body, asked) => accounts.saveRole(body, asked),
    deleteRoleById: (body, asked) => accounts.deleteRole(body, asked),
    ...nounHandlers('Permission', accounts.permissions),
  })
