import type { Needs } from '../kernel/call.ts'
import { plannedCall } from '../kernel/shapes.ts'

const seesPlans: Needs = { anyOf: ['planRegisterMgmt', 'planResultMgmt', 'planStatisticMgmt', 'alarmRealMgmt'] }
const editsPlans: Needs = { anyOf: ['planRegisterMgmt:edit'] }
const seesRuns: Needs = { anyOf: ['planResultMgmt', 'planStatisticMgmt'] }
const editsRuns: Needs = { anyOf: ['planResultMgmt:edit'] }

export const planCalls = {
  listPlanAll: plannedCall('/plan/plan/listPlanAll', { zh: '全部应急预案', en: 'All response plans' }, seesPlans),
  listPlanByDeptId: plannedCall(
    '/plan/plan/listPlanByDeptId',
    { zh: '部门的应急预案', en: 'The response plans of a department' },
    seesPlans,
  ),
  savePlan: plannedCall('/plan/plan/savePlan', { zh: '新增或修改应急预案', en: 'Create or change a response plan' }, editsPlans),
  deletePlanById: plannedCall(
    '/plan/plan/deletePlanById',
    { zh: '删除应急预案，已执行过的拒绝', en: 'Delete a response plan; refused once it has been run' },
    editsPlans,
  ),

  listPlanRunAll: plannedCall(
    '/plan/planRun/listPlanRunAll',
    { zh: '全部预案执行和演练', en: 'All runs and drills of plans' },
    seesRuns,
  ),
  listPlanRunByDeptId: plannedCall(
    '/plan/planRun/listPlanRunByDeptId',
    { zh: '部门的预案执行和演练', en: 'The runs and drills of a department' },
    seesRuns,
  ),
  getPlanRunById: plannedCall('/plan/planRun/getPlanRunById', { zh: '一次预案执行', en: 'One run of a plan' }, seesRuns),
  savePlanRun: plannedCall(
    '/plan/planRun/savePlanRun',
    { zh: '启动预案，或更新一次执行的步骤和评估', en: 'Start a plan, or change the steps and the evaluation of a run' },
    editsRuns,
  ),
  deletePlanRunById: plannedCall(
    '/plan/planRun/deletePlanRunById',
    { zh: '隐藏一次演练，记录保留', en: 'Hide a drill; the record stays' },
    editsRuns,
  ),
  listPlanRunStaNumber: plannedCall(
    '/plan/planRun/listPlanRunStaNumber',
    { zh: '预案执行统计', en: 'Statistics of plan runs' },
    seesRuns,
  ),

  listMusterAll: plannedCall('/plan/muster/listMusterAll', { zh: '全部集合清点', en: 'All musters' }, seesRuns),
  listMusterByDeptId: plannedCall(
    '/plan/muster/listMusterByDeptId',
    { zh: '部门的集合清点', en: 'The musters of a department' },
    seesRuns,
  ),
  getMusterById: plannedCall(
    '/plan/muster/getMusterById',
    { zh: '一次集合清点：已到、未到、在厂', en: 'One muster: who arrived, who is missing, who is on site' },
    seesRuns,
  ),
  saveMuster: plannedCall('/plan/muster/saveMuster', { zh: '开始或更新集合清点', en: 'Start or change a muster' }, editsRuns),
  deleteMusterById: plannedCall(
    '/plan/muster/deleteMusterById',
    { zh: '隐藏集合清点，记录保留', en: 'Hide a muster; the record stays' },
    editsRuns,
  ),
}
