import { defineTexts } from '../../shared/i18n/texts.ts'

export const searchTexts = defineTexts('app/search', {
  search: { zh: '搜索', en: 'Search' },
  hint: { zh: '搜索人员、车牌、摄像机', en: 'People, plates, cameras' },
  about: { zh: '输入名称、编号、拼音或首字母', en: 'Type a name, a number or pinyin' },
  results: { zh: '搜索结果', en: 'Search results' },
  nothing: { zh: '没有找到“{query}”', en: 'Nothing found for “{query}”' },
  move: { zh: '选择', en: 'choose' },
  open: { zh: '打开', en: 'open' },
  close: { zh: '关闭', en: 'close' },
  failed: { zh: '“{what}”搜索失败：{reason}', en: 'Searching {what} failed: {reason}' },
})
