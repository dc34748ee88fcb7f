import { enabledFlag } from '../kernel/enabled.ts'
import { enumeration } from '../kernel/enumeration.ts'
import { field } from '../kernel/field.ts'

export const onlineState = enumeration({ online: { code: 1, zh: '在线', en: 'Online' } }, { zh: '离线', en: 'Offline' })

/** What a device tells of itself, beside the record that people keep of it. */
export const health = {
  online: field.flag({ zh: '在线', en: 'Online' }, onlineState, 0),
  battery: field.number({ zh: '电量', en: 'Battery' }, { min: 0, max: 100, unit: '%' }),
  /** Receipt of the last report, null before the first. */
  lastOnline: field.time({ zh: '最近上报', en: 'Last report' }),
  /** Of the last position. */
  fixTime: field.time({ zh: '最近定位', en: 'Last position' }),
} as const

/** The fields that close the record of every device that reports. */
export const kept = {
  enable: field.flag({ zh: '状态', en: 'Status' }, enabledFlag, 1, {
    hint: {
      zh: '停用后不再接收定位和报警，求救仍会报警',
      en: 'Positions and alarms of a disabled device are not accepted; a call for help still raises an alarm',
    },
  }),
  remark: field.long({ zh: '备注', en: 'Remark' }, 500),
} as const
