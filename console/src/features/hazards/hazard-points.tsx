import { hazardCalls } from '@vigil/contract/hazards/calls.ts'
import { hazardPoint } from '@vigil/contract/hazards/hazard-point.ts'
import { listScreen } from '../../shared/list/list-screen.tsx'
import { basics, place } from '../../shared/spec/groups.ts'

/** 危险源: what is dangerous, and how near is too near. */
export const HazardPoints = listScreen(hazardPoint, {
  calls: {
    list: hazardCalls.listBsHazardPointByDeptId,
    save: hazardCalls.saveBsHazardPoint,
    remove: hazardCalls.deleteBsHazardPointById,
    counts: hazardCalls.countBsHazardPointByDeptId,
  },
  columns: [
    'name',
    'code',
    'riskLevel',
    'riskFactor',
    'areaName',
    'deptName',
    'responsible',
    'radius',
    { field: 'beaconMinor', width: 110 },
    'enable',
    { field: 'objectKind', hidden: true },
    { field: 'equipCode', hidden: true },
    { field: 'floor', hidden: true },
    { field: 'position', hidden: true },
    { field: 'measures', width: 260, hidden: true },
    { field: 'voiceText', width: 260, hidden: true },
    { field: 'photo', hidden: true },
  ],
  form: [
    { title: basics, fields: ['name', 'code', 'objectKind', 'riskLevel', 'riskFactor', 'equipCode', 'enable'] },
    { title: place, fields: ['deptId', 'responsible', 'areaId', 'floor', 'position'] },
    { title: { zh: '预警', en: 'Warning' }, fields: ['radius', 'beaconMinor', 'beaconRssi', 'voiceText', 'measures', 'photo'] },
  ],
  icon: 'danger',
})
