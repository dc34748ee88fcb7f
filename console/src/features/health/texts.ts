import { defineTexts } from '../../shared/i18n/texts.ts'

export const healthTexts = defineTexts('features/health', {
  open: { zh: '持续中', en: 'Active' },
  over: { zh: '已恢复', en: 'Back to normal' },
  ahead: { zh: '时钟偏快 {span}', en: 'Clock {span} ahead' },
  behind: { zh: '时钟偏慢 {span}', en: 'Clock {span} behind' },
  assignTitle: { zh: '指派', en: 'Assign' },
  owner: { zh: '负责人', en: 'Owner' },
  nobody: { zh: '不选则无人负责', en: 'Leave empty for nobody' },
  note: { zh: '备注', en: 'Note' },
  cancel: { zh: '取消', en: 'Cancel' },
  ok: { zh: '确定', en: 'OK' },
  assigned: { zh: '已指派给{user}', en: 'Assigned to {user}' },
  unassigned: { zh: '已取消负责人', en: 'Nobody sees to it now' },
  changed: {
    zh: '已由他人修改，未保存。请关闭后按最新内容重新指派',
    en: 'Somebody else changed it, nothing was saved. Close this and assign it as it stands now',
  },
})
