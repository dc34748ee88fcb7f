import { z } from 'zod'
import { enumeration } from '../kernel/enumeration.ts'
import { field, type Field } from '../kernel/field.ts'
import { noun } from '../kernel/noun.ts'

export const indoorAreaKind = enumeration({
  normal: { code: 'normal', zh: '普通', en: 'Normal' },
  danger: { code: 'danger', zh: '危险', en: 'Danger' },
  assembly: { code: 'assembly', zh: '集合点', en: 'Assembly point' },
})

/** Metres from the lower left corner of the floor's plan, without the repeated first point. */
const outline = z
  .array(z.tuple([z.number().min(-100_000).max(100_000), z.number().min(-100_000).max(100_000)]))
  .min(3)
  .max(500)
const onPlan: Field<typeof outline, typeof outline> = {
  label: { zh: '范围', en: 'Outline' },
  as: { kind: 'ring' },
  sent: outline,
  kept: outline,
}

/** A polygon on a floor. */
export const indoorArea = noun({
  name: 'indoorArea',
  word: { zh: '室内区域', en: 'indoor area' },
  words: { zh: '室内区域', en: 'indoor areas' },
  route: 'insideBuildingAreaMgmt',
  fields: {
    pid: field.requiredRef({ zh: '楼层', en: 'Floor' }, 'floor'),
    name: field.name({ zh: '名称', en: 'Name' }, 64),
    kind: field.chosen({ zh: '类型', en: 'Type' }, indoorAreaKind, 'normal'),
    points: onPlan,
    maxCount: field.number({ zh: '限员', en: 'Headcount limit' }, { min: 1, max: 10_000 }),
    deptId: field.ref({ zh: '部门', en: 'Department' }, 'dept'),
    remark: field.long({ zh: '备注', en: 'Remark' }, 500),
  },
  title: 'name',
  key: 'name',
  imports: false,
  search: ['name'],
  filters: ['pid', 'kind'],
})
