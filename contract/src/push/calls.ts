import type { Needs } from '../kernel/call.ts'
import { plannedCall } from '../kernel/shapes.ts'

const seesTaskTypes: Needs = { anyOf: ['pushTaskTypeMgmt', 'pushUserConfigMgmt', 'pushRecordMgmt'] }
const editsTaskTypes: Needs = { anyOf: ['pushTaskTypeMgmt:edit'] }
const seesUserConfigs: Needs = { anyOf: ['pushUserConfigMgmt'] }
const editsUserConfigs: Needs = { anyOf: ['pushUserConfigMgmt:edit'] }
const seesPushRecords: Needs = { anyOf: ['pushRecordMgmt'] }

export const pushCalls = {
  listPushTaskTypeAll: plannedCall(
    '/sys/sysPushTaskType/listPushTaskTypeAll',
    { zh: '全部推送任务类型', en: 'All push task types' },
    seesTaskTypes,
  ),
  updatePushTaskType: plannedCall(
    '/sys/sysPushTaskType/updatePushTaskType',
    { zh: '修改推送任务类型', en: 'Change a push task type' },
    editsTaskTypes,
  ),

  listPushUserConfigByDeptId: plannedCall(
    '/sys/sysPushUserConfig/listPushUserConfigByDeptId',
    { zh: '部门人员的推送配置', en: 'The push settings of the people of a department' },
    seesUserConfigs,
  ),
  updatePushUserConfig: plannedCall(
    '/sys/sysPushUserConfig/updatePushUserConfig',
    { zh: '修改推送用户配置', en: 'Change the push settings of a person' },
    editsUserConfigs,
  ),

  listSysPushRecordByDeptId: plannedCall(
    '/sys/sysPushRecord/listSysPushRecordByDeptId',
    { zh: '部门的推送记录', en: 'The push records of a department' },
    seesPushRecords,
  ),
  listSysPushRecordCountByDeptId: plannedCall(
    '/sys/sysPushRecord/listSysPushRecordCountByDeptId',
    { zh: '部门的推送记录数', en: 'The number of push records of a department' },
    seesPushRecords,
  ),
}
