import { field } from '../kernel/field.ts'
import { noun } from '../kernel/noun.ts'

/** A list of words that the site chooses itself; dictionaries stand in a tree by `pid`. */
export const dict = noun({
  name: 'dict',
  word: { zh: '字典', en: 'dictionary' },
  words: { zh: '字典', en: 'dictionaries' },
  route: 'dictMgmt',
  fields: {
    pid: field.ref({ zh: '上级字典', en: 'Parent dictionary' }, 'dict'),
    code: field.requiredPattern({ zh: '编码', en: 'Code' }, /^[A-Za-z][\w.-]{0,63}$/, 'not a code'),
    name: field.name({ zh: '名称', en: 'Name' }, 64),
    sort: field.presetNumber({ zh: '排序', en: 'Order' }, { min: 0, max: 99_999, preset: 0 }),
    remark: field.long({ zh: '备注', en: 'Remark' }, 500),
  },
  title: 'name',
  key: 'code',
  search: ['name', 'code'],
})
