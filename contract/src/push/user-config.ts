import { enabledFlag } from '../kernel/enabled.ts'
import { field } from '../kernel/field.ts'
import { noun } from '../kernel/noun.ts'
import { timeOfDay } from '../kernel/shapes.ts'

/** What one person is told by push; everybody has one. */
export const pushUserConfig = noun({
  name: 'pushUserConfig',
  word: { zh: '推送用户配置', en: 'push setting' },
  words: { zh: '推送用户配置', en: 'push settings' },
  route: 'pushUserConfigMgmt',
  deptBy: 'userId',
  fields: {
    userId: field.requiredRef({ zh: '人员', en: 'Person' }, 'user'),
    taskTypeIds: field.refs({ zh: '任务类型', en: 'Task types' }, 'pushTaskType', 100),
    areaIds: field.refs({ zh: '区域', en: 'Areas' }, 'hazardArea', 500, {
      hint: { zh: '留空表示全部区域', en: 'Leave empty for all areas' },
    }),
    quietFrom: field.pattern({ zh: '免打扰自', en: 'Quiet from' }, ...timeOfDay),
    quietTo: field.pattern({ zh: '免打扰至', en: 'Quiet until' }, ...timeOfDay),
    delayMin: field.presetNumber(
      { zh: '升级延时', en: 'Escalates after' },
      { min: 0, max: 1_440, unit: { zh: '分钟', en: 'min' }, preset: 0 },
    ),
    enable: field.flag({ zh: '状态', en: 'Status' }, enabledFlag, 1),
  },
  title: 'userId',
  key: 'userId',
  search: ['userName'],
  filters: ['enable'],
  imports: false,
})
