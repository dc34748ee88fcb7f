import { field } from '../kernel/field.ts'
import { enabledFlag } from '../kernel/enabled.ts'
import { numberSetting, setting, settings, units } from '../kernel/setting.ts'
import { settingGroups } from '../menu/setting-groups.ts'

const group = { title: { zh: '通话', en: 'Calls' }, order: 46 } as const

/** How the site is called. */
export const telephonySettings = settings({
  /** What helmets dial for whoever sits in the control room. */
  controlNumber: setting(
    field.requiredPattern({ zh: '值班台号码', en: 'Number of the control room' }, /^\d{3,8}$/, 'not 3 to 8 digits', {
      hint: { zh: '安全帽拨打此号码时，所有在线值班台同时响铃', en: 'When a helmet dials it, all consoles that are there ring' },
    }),
    { group, preset: '8000' },
  ),
  /** Some devices choose G.722 and have no sound with it. */
  stripG722: setting(
    field.switch({ zh: '不使用 G.722 编码', en: 'Leave G.722 out' }, enabledFlag, false, {
      hint: { zh: '与安全帽通话没有声音时启用', en: 'For helmets that have no sound otherwise' },
    }),
    { group, preset: false },
  ),
  mediaFirst: setting(
    field.switch({ zh: '先打开麦克风再呼叫', en: 'Open the microphone before the call' }, enabledFlag, false, {
      hint: {
        zh: '启用后，先取得麦克风和摄像头再发出或接听呼叫',
        en: 'Microphone and camera are opened before a call is placed or answered',
      },
    }),
    { group, preset: false },
  ),
  callDays: numberSetting(
    { zh: '通话记录保留', en: 'Keep the call log for' },
    { group: settingGroups.keeping, unit: units.days, range: [7, 3_650], preset: 365 },
  ),
})
