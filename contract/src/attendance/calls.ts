import type { Needs } from '../kernel/call.ts'
import { plannedCall } from '../kernel/shapes.ts'

const seesRecords: Needs = { anyOf: ['dutyImportMgmt'] }
const editsRecords: Needs = { anyOf: ['dutyImportMgmt:edit'] }
const seesRules: Needs = { anyOf: ['attendanceRuleMgmt', 'dutyImportMgmt'] }
const editsRules: Needs = { anyOf: ['attendanceRuleMgmt:edit'] }
const seesHolidays: Needs = { anyOf: ['holidayMgmt', 'attendanceRuleMgmt', 'dutyImportMgmt'] }
const editsHolidays: Needs = { anyOf: ['holidayMgmt:edit'] }
const seesSalaries: Needs = { anyOf: ['salaryMgmt'] }
const editsSalaries: Needs = { anyOf: ['salaryMgmt:edit'] }

export const attendanceCalls = {
  listDutyRecordAll: plannedCall(
    '/duty/dutyRecord/listDutyRecordAll',
    { zh: '全部考勤记录', en: 'All attendance records' },
    seesRecords,
  ),
  listDutyRecordByDeptId: plannedCall(
    '/duty/dutyRecord/listDutyRecordByDeptId',
    { zh: '部门的考勤记录', en: 'The attendance records of a department' },
    seesRecords,
  ),
  saveDutyRecord: plannedCall(
    '/duty/dutyRecord/saveDutyRecord',
    { zh: '新增或修改考勤记录', en: 'Create or change an attendance record' },
    editsRecords,
  ),
  importDutyRecordList: plannedCall(
    '/duty/dutyRecord/importDutyRecordList',
    { zh: '批量导入考勤记录', en: 'Import attendance records' },
    editsRecords,
  ),
  deleteDutyRecordById: plannedCall(
    '/duty/dutyRecord/deleteDutyRecordById',
    { zh: '删除考勤记录', en: 'Delete an attendance record' },
    editsRecords,
  ),

  listAttendanceRuleAll: plannedCall(
    '/duty/attendanceRule/listAttendanceRuleAll',
    { zh: '全部考勤规则', en: 'All attendance rules' },
    seesRules,
  ),
  listAttendanceRuleByDeptId: plannedCall(
    '/duty/attendanceRule/listAttendanceRuleByDeptId',
    { zh: '部门的考勤规则', en: 'The attendance rules of a department' },
    seesRules,
  ),
  saveAttendanceRule: plannedCall(
    '/duty/attendanceRule/saveAttendanceRule',
    { zh: '新增或修改考勤规则', en: 'Create or change an attendance rule' },
    editsRules,
  ),
  deleteAttendanceRuleById: plannedCall(
    '/duty/attendanceRule/deleteAttendanceRuleById',
    { zh: '删除考勤规则', en: 'Delete an attendance rule' },
    editsRules,
  ),

  listHolidayAll: plannedCall('/duty/holiday/listHolidayAll', { zh: '全部节假日', en: 'All holidays' }, seesHolidays),
  saveHoliday: plannedCall(
    '/duty/holiday/saveHoliday',
    { zh: '新增或修改节假日', en: 'Create or change a holiday' },
    editsHolidays,
  ),
  deleteHolidayById: plannedCall('/duty/holiday/deleteHolidayById', { zh: '删除节假日', en: 'Delete a holiday' }, editsHolidays),

  listSalaryAll: plannedCall('/duty/salary/listSalaryAll', { zh: '全部薪资', en: 'All salaries' }, seesSalaries),
  listSalaryByDeptId: plannedCall(
    '/duty/salary/listSalaryByDeptId',
    { zh: '部门的薪资', en: 'The salaries of a department' },
    seesSalaries,
  ),
  calculateSalary: plannedCall(
    '/duty/salary/calculateSalary',
    { zh: '计算一个月的薪资', en: 'Calculate the salaries of a month' },
    editsSalaries,
  ),
  saveSalary: plannedCall('/duty/salary/saveSalary', { zh: '修改薪资', en: 'Change a salary' }, editsSalaries),
  deleteSalaryById: plannedCall(
    '/duty/salary/deleteSalaryById',
    { zh: '删除未审核的薪资', en: 'Delete a salary that is still a draft' },
    editsSalaries,
  ),
}
