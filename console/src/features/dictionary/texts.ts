import { defineTexts } from '../../shared/i18n/texts.ts'

export const dictionaryTexts = defineTexts('features/dictionary', {
  dicts: { zh: '字典', en: 'Dictionaries' },
  search: { zh: '按名称或编码查找', en: 'Search by name or code' },
  nothingFound: { zh: '没有找到字典', en: 'No dictionaries found' },
  add: { zh: '新增', en: 'New' },
  addBelow: { zh: '新增下级', en: 'Add sub-dictionary' },
  edit: { zh: '编辑', en: 'Edit' },
  remove: { zh: '删除', en: 'Delete' },
  none: { zh: '还没有字典', en: 'No dictionaries yet' },
  noneHint: {
    zh: '字典是站点自定义的词表，例如车辆用途、来访事由。请先新增字典，再添加字典项。',
    en: 'A dictionary is a list of words defined by the site, e.g. vehicle uses or reasons for visits. Add a dictionary first, then its items.',
  },
  fileServer: {
    zh: '编码 fileServer 的取值是文件上传地址。系统按编码识别此项：可以修改取值，不能修改编码，也不能删除。',
    en: 'The value of fileServer is the upload address. The system finds this item by its code: you can change the value, but you cannot change the code or delete the item.',
  },
})
