import type { Field } from '@vigil/contract/kernel/field.ts'
import type { Language, Text } from '@vigil/contract/kernel/text.ts'

interface Told {
  readonly format?: string
  readonly example?: string
  readonly choices?: readonly string[]
}

const formats: Readonly<Partial<Record<Field['as']['kind'], Text>>> = {
  number: { zh: '数字', en: 'Number' },
  lng: { zh: 'WGS-84 经度，度', en: 'WGS-84 longitude in degrees' },
  lat: { zh: 'WGS-84 纬度，度', en: 'WGS-84 latitude in degrees' },
  day: { zh: '日期，YYYY-MM-DD', en: 'Date, YYYY-MM-DD' },
  ring: { zh: '经度 纬度; 经度 纬度; …，至少 3 点', en: 'longitude latitude; longitude latitude; …, at least 3 points' },
  shape: { zh: '经度 纬度; 经度 纬度; …，或 GeoJSON', en: 'longitude latitude; longitude latitude; …, or GeoJSON' },
  periods: {
    zh: '周一至周五 08:00-20:00; 周六、周日 20:00-08:00，留空为始终',
    en: 'Mon–Fri 08:00-20:00; Sat, Sun 20:00-08:00; leave empty for always',
  },
  choices: { zh: '多个用顿号分隔', en: 'Separate several with commas' },
  refs: { zh: '名称，多个用顿号分隔', en: 'Names; separate several with commas' },
  ids: { zh: '名称，多个用顿号分隔', en: 'Names; separate several with commas' },
  ref: { zh: '名称', en: 'Name' },
}
const references: Readonly<Record<string, Text>> = {
  dept: { zh: '部门名称或完整路径，如 烧成车间/煤磨工段', en: 'Department name or its full path' },
  user: { zh: '工号，或不重名的姓名', en: 'Work number, or a name that only one person has' },
}
const samples: Readonly<Partial<Record<Field['as']['kind'], string>>> = {
  lng: '118.1234567',
  lat: '31.1234567',
  day: '2026-11-20',
  ring: '118.1201 31.2301; 118.1213 31.2301; 118.1213 31.2312',
  shape: '118.1201 31.2301; 118.1213 31.2301; 118.1213 31.2312',
}

/** What the instructions of a template say of a field, and what its cells offer to choose from. */
export const examples = ({ as, hint }: Field, language: Language): Told => {
  const known = 'to' in as ? (references[as.to] ?? formats[as.kind]) : formats[as.kind]
  const format = [known?.[language], hint?.[language]].filter((part) => part !== undefined).join(language === 'zh' ? '；' : '; ')
  const example = samples[as.kind]
  const told = { ...(format === '' ? {} : { format }), ...(example === undefined ? {} : { example }) }
  if (as.kind === 'choice') return { ...told, choices: as.of.options(language).map(({ label }) => label) }
  if (as.kind === 'flag' || as.kind === 'switch') return { ...told, choices: [as.of.name(1, language), as.of.name(0, language)] }
  return told
}
