import { defineTexts } from '../i18n/texts.ts'

export const uiTexts = defineTexts('shared/ui', {
  close: { zh: '关闭', en: 'Close' },
  cancel: { zh: '取消', en: 'Cancel' },
  ok: { zh: '确定', en: 'OK' },
  retry: { zh: '重试', en: 'Try again' },
  loadFailed: { zh: '数据加载失败', en: 'The data could not be loaded' },
  partMissing: {
    zh: '暂时打不开，恢复连接后重试',
    en: 'This cannot be opened just now. Try again once the server can be reached.',
  },
  nothingHere: { zh: '暂无数据', en: 'Nothing here yet' },
  dragHint: { zh: '按住标题可拖动', en: 'Drag by the title' },
})
