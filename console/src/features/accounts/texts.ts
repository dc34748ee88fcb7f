import { defineTexts } from '../../shared/i18n/texts.ts'

export const accountTexts = defineTexts('features/accounts', {
  all: { zh: '全部', en: 'All' },
  cancel: { zh: '取消', en: 'Cancel' },
  close: { zh: '关闭', en: 'Close' },
  copy: { zh: '复制', en: 'Copy' },
  copied: { zh: '已复制', en: 'Copied' },
  notCopied: { zh: '浏览器不允许自动复制，请手动记录', en: 'The browser blocked copying. Write it down by hand' },

  generate: { zh: '生成', en: 'Generate' },
  newPassword: { zh: '新密码', en: 'New password' },
  resetTitle: { zh: '重置密码：{name}', en: 'Reset password: {name}' },
  resetLead: {
    zh: '保存后此人的所有会话立即结束，下次登录须修改密码',
    en: 'All sessions of this person end at once. The password must be changed at the next sign-in',
  },
  resetSave: { zh: '重置', en: 'Reset' },
  resetDone: { zh: '密码已重置，请当面交给本人', en: 'The password was reset. Hand it over in person' },
  shownOnce: { zh: '关闭后不再显示', en: 'It will not be shown again after you close this' },
  signInName: { zh: '账号', en: 'User name' },

  endTitle: { zh: '结束会话', en: 'End sessions' },
  endQuestion: { zh: '确定让“{name}”在所有设备上退出登录吗？', en: 'Sign “{name}” out on all devices?' },
  endHint: { zh: '可以再次登录；要阻止登录请停用', en: 'They can sign in again. To prevent that, disable the person' },
  end: { zh: '结束会话', en: 'End sessions' },
  ended: { zh: '已结束 {n} 个会话', en: 'Ended {n, session|sessions}' },
  nothingToEnd: { zh: '此人没有登录', en: 'This person is not signed in' },

  unlocked: { zh: '已解除“{name}”的登录锁定', en: '“{name}” can sign in again' },
  notLocked: { zh: '“{name}”没有登录失败的记录，未被锁定', en: '“{name}” has no failed sign-ins and was not locked' },

  enabled: { zh: '已启用“{name}”', en: '“{name}” is enabled' },
  disabled: { zh: '已停用“{name}”', en: '“{name}” is disabled' },
  disableTitle: { zh: '停用人员', en: 'Disable a person' },
  disableQuestion: { zh: '确定停用“{name}”吗？', en: 'Disable “{name}”?' },
  disableHint: {
    zh: '此人的会话立即结束，不能再登录；记录都保留',
    en: 'Their sessions end at once and they can no longer sign in. All records are kept',
  },
  disable: { zh: '停用', en: 'Disable' },

  wornTitle: { zh: '佩戴历史：{name}', en: 'Devices worn: {name}' },
  wornNever: { zh: '没有佩戴过设备', en: 'Has never worn a device' },
  stillWorn: { zh: '至今', en: 'now' },
  boundBy: { zh: '{name} 绑定', en: 'bound by {name}' },
  more: { zh: '还有 {n} 条更早的记录', en: '{n, earlier record|earlier records}' },

  exported: { zh: '已导出“{name}”的个人数据', en: 'Personal data of “{name}” exported' },
  eraseTitle: { zh: '抹除个人数据：{name}', en: 'Erase personal data: {name}' },
  eraseGoes: {
    zh: '姓名、工号、岗位、手机号、头像、账号、密码、角色、会话和推送设置被清除，设备解除绑定',
    en: 'Name, work number, post, mobile number, picture, user name, password, roles, sessions and push settings are erased; devices are unbound',
  },
  eraseStays: {
    zh: '报警和系统日志作为证据原样保留；定位记录只保留设备，不再关联此人',
    en: 'Alarms and the system log are kept unchanged as evidence. Positions are kept for the devices only, without the person',
  },
  eraseForever: { zh: '抹除后不能恢复', en: 'This cannot be undone' },
  typeWorkNum: { zh: '输入工号 {workNum} 确认', en: 'Type the work number {workNum} to confirm' },
  erase: { zh: '抹除', en: 'Erase' },
  erased: { zh: '个人数据已抹除', en: 'Personal data erased' },
})
