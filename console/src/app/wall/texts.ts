import { defineTexts } from '../../shared/i18n/texts.ts'

export const wallTexts = defineTexts('app/wall', {
  open: { zh: '打开大屏', en: 'Open wall display' },
  wall: { zh: '大屏', en: 'Wall display' },
  watch: { zh: '{site} · 安全守望', en: '{site}' },
  data: { zh: '数据 {age}', en: 'Data {age}' },
  noData: { zh: '正在连接', en: 'Connecting' },
  silent: { zh: '声音未开启，点一下屏幕开启', en: 'Sound is off, click to turn it on' },

  lost: { zh: '数据中断，已 {age}未更新', en: 'Live data lost, nothing new for {age}' },
  lostHint: {
    zh: '屏幕上不是现在的情况（截至 {time}），正在重新连接',
    en: 'The screen does not show the present state (as of {time}); reconnecting',
  },
  unreachable: { zh: '连接不上服务器', en: 'The server cannot be reached' },
  unreachableHint: { zh: '恢复后大屏会自动继续，无需操作。', en: 'The wall display goes on by itself once it is back.' },
  opening: { zh: '正在打开大屏', en: 'Opening the wall display' },
  ended: { zh: '大屏会话已结束', en: 'The session of this wall display has ended' },
  endedHint: {
    zh: '重新打开：在这台电脑上登录守望，点右上角的用户菜单，选择“打开大屏”。',
    en: 'To open it again, sign in to Vigil on this computer and choose “Open wall display” in the user menu at the top right.',
  },
  failed: { zh: '大屏出现故障', en: 'The wall display has failed' },
  failedHint: { zh: '将在半分钟内自动重新打开。', en: 'It opens again by itself within half a minute.' },
  blocked: {
    zh: '大屏没有打开，请允许本站弹出窗口后再试',
    en: 'The wall display did not open; allow pop-up windows for this site and try again',
  },

  people: { zh: '在厂人数', en: 'People on site' },
  vehicles: { zh: '车辆', en: 'Vehicles' },
  interrupted: { zh: '中断', en: 'Signal lost' },
  inAreas: { zh: '各区域人数和车辆数', en: 'People and vehicles by area' },
  noAreas: { zh: '尚未划定区域', en: 'No areas have been drawn' },
  moreAreas: { zh: '另有 {n} 个区域', en: '{n, more area|more areas}' },
  noPermission: { zh: '没有查看权限', en: 'No permission' },
  waiting: { zh: '正在加载', en: 'Loading' },
  notRead: { zh: '数据加载失败', en: 'Could not be loaded' },

  alarms: { zh: '未关闭报警', en: 'Open alarms' },
  noAlarms: { zh: '没有未关闭的报警', en: 'No open alarms' },
  unconfirmed: { zh: '未确认，已持续', en: 'Unconfirmed for' },
  moreAlarms: { zh: '另有 {n} 条', en: '{n} more' },
  unhandled: { zh: '未处理', en: 'Unhandled' },
  byArea: { zh: '今日报警 · 区域', en: "Today's alarms by area" },
  byType: { zh: '今日报警 · 类型', en: "Today's alarms by type" },
  noneToday: { zh: '今天没有报警', en: 'No alarms today' },
  otherAreas: { zh: '其他区域', en: 'Other areas' },

  safeDays: { zh: '连续安全', en: 'Accident-free' },
  days: { zh: '天', en: 'days' },
  hats: { zh: '安全帽在线', en: 'Helmets online' },
  badges: { zh: '工牌在线', en: 'Badges online' },
  cars: { zh: '车辆在线', en: 'Vehicles online' },
  cameras: { zh: '摄像机', en: 'Cameras' },
  camerasOnline: { zh: '摄像机在线', en: 'Cameras online' },
  offline: { zh: '设备离线', en: 'Devices offline' },
})
