import { field } from '../kernel/field.ts'
import { setting, settings } from '../kernel/setting.ts'

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
})
