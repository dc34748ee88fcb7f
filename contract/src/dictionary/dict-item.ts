import { enabledFlag } from '../kernel/enabled.ts'
import { field } from '../kernel/field.ts'
import { noun } from '../kernel/noun.ts'

/** One word of a dictionary. `des` is what it stands for: the item `fileServer` has the address for uploads there. */
export const dictItem = noun({
  name: 'dictItem',
  word: { zh: '字典项', en: 'dictionary item' },
  words: { zh: '字典项', en: 'dictionary items' },
  route: 'dictMgmt',
  fields: {
    pid: field.requiredRef({ zh: '字典', en: 'Dictionary' }, 'dict'),
    code: field.requiredPattern({ zh: '编码', en: 'Code' }, /^[A-Za-z0-9][\w.-]{0,63}$/, 'not a code'),
    name: field.name({ zh: '名称', en: 'Name' }, 64),
    des: field.text({ zh: '取值', en: 'Value' }, 500),
    sort: field.presetNumber({ zh: '排序', en: 'Order' }, { min: 0, max: 99_999, preset: 0 }),
    enable: field.flag({ zh: '状态', en: 'Status' }, enabledFlag, 1),
    remark: field.long({ zh: '备注', en: 'Remark' }, 500),
  },
  title: 'name',
  key: 'code',
  search: ['name', 'code', 'des'],
  filters: ['pid', 'enable'],
})
