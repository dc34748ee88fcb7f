import { defineTexts } from '../../shared/i18n/texts.ts'

export const dictionaryTexts = defineTexts('features/dictionary', {
  dicts: { zh: '字典', en: 'Dictionaries' },
  search: { zh: '按名称或编码查找', en: 'Search by name or code' },
  nothingFound: { zh: '没有找到字典', en: 'No dictionary found' },
  add: { zh: '新增', en: 'New' },
  addBelow: { zh: '新增下级', en: 'New below' },
  edit: { zh: '编辑', en: 'Edit' },
  remove: { zh: '删除', en: 'Delete' },
  none: { zh: '还没有字典', en: 'No dictionaries yet' },
  noneHint: {
    zh: '字典是站点自己约定的词表，例如车辆用途、访客事由。先新增一个字典，再为它添加字典项。',
    en: 'A dictionary is a list of words that the site chooses, say purposes of visits. Make one, then add its items.',
  },
  fileServer: {
    zh: '编码 fileServer 的取值是文件上传地址，系统按编码识别它：可以改取值，不能删除，也不能改编码。',
    en: 'The value of fileServer is the address for uploads. The system knows the item by its code: its value may be changed, its code may not, and it cannot be deleted.',
  },
})
