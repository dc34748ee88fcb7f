import { hazardCalls } from '@vigil/contract/hazards/calls.ts'
import { hazardArea } from '@vigil/contract/hazards/hazard-area.ts'
import { listScreen } from '../../shared/list/list-screen.tsx'
import { basics } from '../../shared/spec/groups.ts'

/** 危险区域: where it is dangerous, how dangerous, and who answers for it. */
export const HazardAreas = listScreen(hazardArea, {
  calls: {
    list: hazardCalls.listBsHazardAreaByDeptId,
    save: hazardCalls.saveBsHazardArea,
    remove: hazardCalls.deleteBsHazardAreaById,
  },
  columns: ['name', 'code', 'riskLevel', 'equipCode', 'deptName', 'responsible', 'maxCount', 'points'],
  form: [
    { title: basics, fields: ['name', 'code', 'riskLevel', 'equipCode', 'maxCount'] },
    { title: { zh: '归属', en: 'Who answers for it' }, fields: ['deptId', 'responsible'] },
    { title: { zh: '范围', en: 'Outline' }, fields: ['points'] },
  ],
  icon: 'danger',
})
