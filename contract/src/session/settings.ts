import { numberSetting, settings, units } from '../kernel/setting.ts'
import { settingGroups } from '../menu/setting-groups.ts'

const group = settingGroups.signingIn

export const sessionSettings = settings({
  lockMinutes: numberSetting(
    { zh: '无操作后锁屏', en: 'Lock the screen when idle for' },
    {
      group,
      unit: units.minutes,
      range: [0, 480],
      preset: 15,
      besides: { zh: '，0 为不锁屏；大屏账号不受此限', en: '; 0 means never; wall displays do not lock' },
    },
  ),
  sessionsPerAccount: numberSetting(
    { zh: '每个账号最多会话数', en: 'Maximum sessions per account' },
    { group, unit: { zh: '个', en: 'sessions' }, range: [1, 100], preset: 10 },
  ),
})
