import { field } from '../kernel/field.ts'
import { noun } from '../kernel/noun.ts'
import type { z } from 'zod'
import { equipmentArea, riskLevel } from './entities.ts'

/** A place with a risk, somebody responsible and, later, a plan. */
export const hazardArea = noun({
  name: 'hazardArea',
  word: { zh: '危险区域', en: 'hazard area' },
  words: { zh: '危险区域', en: 'hazard areas' },
  route: 'hazardAreaMgmt',
  fields: {
    name: field.name({ zh: '区域名称', en: 'Area name' }, 64),
    code: field.text({ zh: '编码', en: 'Code' }, 32),
    riskLevel: field.chosen({ zh: '风险等级', en: 'Risk level' }, riskLevel, 4),
    equipCode: field.choice({ zh: '设备区域', en: 'Equipment area' }, equipmentArea),
    deptId: field.ref({ zh: '部门', en: 'Department' }, 'dept'),
    responsible: field.text({ zh: '责任人', en: 'Person responsible' }, 64),
    maxCount: field.number(
      { zh: '限员', en: 'Headcount limit' },
      { min: 1, max: 10_000, hint: { zh: '留空表示不限', en: 'Leave empty for no limit' } },
    ),
    points: field.ring({ zh: '范围', en: 'Outline' }),
  },
  title: 'name',
  key: 'name',
  search: ['name', 'code', 'responsible'],
  filters: ['riskLevel', 'equipCode'],
})
export type HazardArea = z.output<(typeof hazardArea)['record']>
