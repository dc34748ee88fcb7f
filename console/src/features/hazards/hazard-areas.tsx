import { hazardCalls } from '@vigil/contract/hazards/calls.ts'
import { hazardArea } from '@vigil/contract/hazards/hazard-area.ts'
import { listScreen } from '../../shared/list/list-screen.tsx'
import { AreaCell } from '../../shared/spec/area-cell.tsx'
import { basics } from '../../shared/spec/groups.ts'
import { RiskTag } from '../../shared/ui/risk-tag.tsx'

/** 危险区域: where it is dangerous, how dangerous, and who answers for it. */
export const HazardAreas = listScreen(hazardArea, {
  calls: {
    list: hazardCalls.listBsHazardAreaByDeptId,
    save: hazardCalls.saveBsHazardArea,
    remove: hazardCalls.deleteBsHazardAreaById,
    counts: hazardCalls.countBsHazardAreaByDeptId,
  },
  columns: [
    { field: 'name', width: 136, render: ({ name }) => <AreaCell name={name} /> },
    { field: 'code', width: 104 },
    { field: 'riskLevel', width: 96, render: ({ riskLevel }) => <RiskTag level={riskLevel} /> },
    { field: 'equipCode', width: 112 },
    { field: 'deptName', width: 116 },
    { field: 'responsible', width: 112 },
    { field: 'maxCount', width: 96 },
    'points',
  ],
  form: [
    { title: basics, fields: ['name', 'code', 'riskLevel', 'equipCode', 'maxCount'] },
    { title: { zh: '归属', en: 'Responsibility' }, fields: ['deptId', 'responsible'] },
    { title: { zh: '范围', en: 'Outline' }, fields: ['points'] },
  ],
  icon: 'danger',
})
