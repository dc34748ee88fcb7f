import type { Needs } from '../kernel/call.ts'
import { listing } from '../kernel/listings.ts'
import { saving } from '../kernel/noun.ts'
import { byDepartment, countCall, listCall, saveCall } from '../kernel/shapes.ts'
import { pushRecord } from './record.ts'
import { pushTaskType } from './task-type.ts'
import { pushUserConfig } from './user-config.ts'

const seesTaskTypes: Needs = { anyOf: ['pushTaskTypeMgmt', 'pushUserConfigMgmt', 'pushRecordMgmt'] }
const editsTaskTypes: Needs = { anyOf: ['pushTaskTypeMgmt:edit'] }
const seesUserConfigs: Needs = { anyOf: ['pushUserConfigMgmt'] }
const editsUserConfigs: Needs = { anyOf: ['pushUserConfigMgmt:edit'] }
const seesPushRecords: Needs = { anyOf: ['pushRecordMgmt'] }

export const pushCalls = {
  listPushTaskTypeAll: listCall({
    path: '/sys/sysPushTaskType/listPushTaskTypeAll',
    describe: { zh: '全部推送任务类型', en: 'All push task types' },
    needs: seesTaskTypes,
    filter: pushTaskType.filter,
    item: pushTaskType.record,
  }),
  updatePushTaskType: saving(
    pushTaskType,
    saveCall({
      path: '/sys/sysPushTaskType/updatePushTaskType',
      describe: { zh: '修改推送任务类型', en: 'Change a push task type' },
      needs: editsTaskTypes,
      fields: pushTaskType.saved,
      record: pushTaskType.record,
    }),
  ),

  listPushUserConfigByDeptId: listCall({
    path: '/sys/sysPushUserConfig/listPushUserConfigByDeptId',
    describe: { zh: '部门人员的推送配置', en: 'The push settings of the people of a department' },
    needs: seesUserConfigs,
    filter: { ...byDepartment, ...pushUserConfig.filter },
    item: pushUserConfig.record,
  }),
  updatePushUserConfig: saving(
    pushUserConfig,
    saveCall({
      path: '/sys/sysPushUserConfig/updatePushUserConfig',
      describe: { zh: '修改推送用户配置', en: 'Change the push settings of a person' },
      needs: editsUserConfigs,
      fields: pushUserConfig.saved,
      record: pushUserConfig.record,
    }),
  ),

  listSysPushRecordByDeptId: listCall({
    path: '/sys/sysPushRecord/listSysPushRecordByDeptId',
    describe: { zh: '部门的推送记录', en: 'The push records of a department' },
    needs: seesPushRecords,
    filter: { ...byDepartment, ...pushRecord.filter },
    item: pushRecord.record,
  }),
  listSysPushRecordCountByDeptId: listing(
    [pushRecord.name],
    countCall({
      path: '/sys/sysPushRecord/listSysPushRecordCountByDeptId',
      describe: { zh: '部门的推送记录数', en: 'The number of push records of a department' },
      needs: seesPushRecords,
      filter: { ...byDepartment, ...pushRecord.filter },
    }),
  ),
}
