import { enabledFlag } from '../kernel/enabled.ts'
import { enumeration } from '../kernel/enumeration.ts'
import { field } from '../kernel/field.ts'
import { noun } from '../kernel/noun.ts'

export const broadcastKind = enumeration({
  routine: { code: 'routine', zh: '日常', en: 'Routine' },
  warning: { code: 'warning', zh: '警示', en: 'Warning' },
  evacuation: { code: 'evacuation', zh: '疏散', en: 'Evacuation' },
  weather: { code: 'weather', zh: '天气', en: 'Weather' },
})

/** A text that helmets and speakers say. */
export const broadcast = noun({
  name: 'broadcast',
  word: { zh: '播报内容', en: 'broadcast content' },
  words: { zh: '播报内容', en: 'broadcast content' },
  route: 'broadcastMgmt',
  fields: {
    name: field.name({ zh: '名称', en: 'Name' }, 64),
    kind: field.chosen({ zh: '类别', en: 'Category' }, broadcastKind, 'routine'),
    content: field.requiredLong({ zh: '播报文字', en: 'Text' }, 500),
    times: field.presetNumber({ zh: '播报遍数', en: 'Times played' }, { min: 1, max: 10, preset: 1 }),
    enable: field.flag({ zh: '状态', en: 'Status' }, enabledFlag, 1),
    remark: field.long({ zh: '备注', en: 'Remark' }, 500),
  },
  title: 'name',
  key: 'name',
  search: ['name', 'content'],
  filters: ['kind', 'enable'],
})
