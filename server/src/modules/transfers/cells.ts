import type { Field } from '@vigil/contract/kernel/field.ts'
import { askedBy, reasonFor } from '@vigil/contract/kernel/problem.ts'
import { periodText, readPeriods, type SchedulePeriod } from '@vigil/contract/kernel/period.ts'
import type { Language, Text } from '@vigil/contract/kernel/text.ts'
import type { CellValue, ColumnKind } from '../../kernel/sheets/sheet-columns.ts'
import { pointsOf } from './geojson.ts'
import type { Names } from './names.ts'

/** What a cell stands for, or why it stands for nothing. */
export type Read = { readonly value: unknown } | { readonly problem: Text }

/** What cells need to know beside their field. */
export interface CellContext {
  readonly language: Language
  readonly names: Names
}

const problem = (zh: string, en: string): Read => ({ problem: { zh, en } })
const parts = (text: string): string[] =>
  text
    .split(/[、,，;；]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** A day however people write it: 2026-11-20, 2026/11/20, 2026.11.20, 2026年11月20日. */
const dayOf = (text: string): string | null => {
  const [, year, month, day] = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?: 00:00:00)?$/.exec(text) ?? []
  return year && month && day ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : null
}

const numberOf = (text: string): number | null => {
  const plain = text.replaceAll(/[,，\s]/g, '')
  const value = Number(plain)
  return plain !== '' && Number.isFinite(value) ? value : null
}

const yes = new Set(['1', 'true', '是', '启用', 'yes', 'y', 'enabled', '√'])
const no = new Set(['0', 'false', '否', '停用', 'no', 'n', 'disabled', '×'])

type Enumeration = Extract<Field['as'], { kind: 'choice' }>['of']
const codeOf = (of: Enumeration, text: string): string | number | null => {
  const wanted = text.toLowerCase()
  const named = (language: Language) => of.options(language).find(({ label }) => label.toLowerCase() === wanted)?.value
  return named('zh') ?? named('en') ?? of.codes.find((code) => String(code).toLowerCase() === wanted) ?? null
}
/** None of what a field asks for, told as everywhere else. */
const otherwise = (field: Field): Read => ({ problem: reasonFor(askedBy(field) ?? { kind: 'wrongKind', asked: 'number' }) })

const flagOf = (of: Enumeration, text: string): 0 | 1 | null => {
  const named = codeOf(of, text)
  if (named === 1) return 1
  const others = [of.otherwise?.zh, of.otherwise?.en].map((name) => name?.toLowerCase())
  const lower = text.toLowerCase()
  if (others.includes(lower) || no.has(lower)) return 0
  return yes.has(lower) ? 1 : null
}

const ringOf = (text: string): [number, number][] | null => {
  const points = text
    .split(/[;；\n]/)
    .map((pair) => pair.trim())
    .filter((pair) => pair !== '')
    .map((pair) => pair.split(/[\s,，]+/).map(Number))
  return points.every((pair) => pair.length === 2 && pair.every(Number.isFinite)) ? (points as [number, number][]) : null
}

/** Whom one does not see has no name in a sheet, and stands there by its id: so it stays when the sheet comes back. */
const byId = ({ kind }: Field['as'], text: string): Read | null => {
  const [, id] = (kind === 'ids' && /^#([1-9]\d{0,17})$/.exec(text)) || []
  return id === undefined ? null : { value: id }
}

/** What Excel has in a cell of which it could not work out the value; in a text it would become the value. */
const errorValue = /^#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|SPILL!|CALC!|FIELD!|GETTING_DATA)$/i

/** Reads a cell that is not empty. */
export const readCell = (field: Field, text: string, { names }: CellContext): Read => {
  const { as } = field
  if (errorValue.test(text)) return problem(`是表格的错误值“${text}”`, `is the error value “${text}” of the sheet`)
  switch (as.kind) {
    case 'text':
      return { value: text }
    case 'number':
    case 'lng':
    case 'lat': {
      const value = numberOf(text)
      return value === null ? otherwise(field) : { value }
    }
    case 'choice': {
      const code = codeOf(as.of, text)
      return code === null ? otherwise(field) : { value: code }
    }
    case 'choices': {
      const codes = parts(text).map((part) => codeOf(as.of, part))
      return codes.includes(null) ? otherwise(field) : { value: codes }
    }
    case 'flag':
    case 'switch': {
      const value = flagOf(as.of, text)
      if (value === null) return otherwise(field)
      return { value: as.kind === 'switch' ? value === 1 : value }
    }
    case 'ref':
      return names.find(as.to, text)
    case 'refs':
    case 'ids': {
      const found = parts(text).map((part) => byId(as, part) ?? names.find(as.to, part))
      const bad = found.find((read) => 'problem' in read)
      return bad ?? { value: found.map((read) => ('value' in read ? read.value : null)) }
    }
    case 'day': {
      const day = dayOf(text)
      return day === null ? otherwise(field) : { value: day }
    }
    case 'ring': {
      const ring = ringOf(text)
      return ring === null
        ? problem('应为“经度 纬度; 经度 纬度; …”', 'must be "longitude latitude; longitude latitude; …"')
        : { value: ring }
    }
    case 'shape': {
      const drawn = text.startsWith('{') ? pointsOf(text) : ringOf(text)
      return drawn === null
        ? problem(
            '应为“经度 纬度; 经度 纬度; …”，或 GeoJSON 的点、线、无孔多边形',
            'must be "longitude latitude; longitude latitude; …", or a point, a line or a polygon without holes as GeoJSON',
          )
        : { value: drawn }
    }
    case 'periods': {
      const periods = readPeriods(text)
      return periods === null
        ? problem('应为“周一至周五 08:00-20:00; …”', 'must be "Mon–Fri 08:00-20:00; …"')
        : { value: periods }
    }
    case 'time':
    case 'picture':
      return problem('不能导入', 'cannot be imported')
  }
}

/**
 * What an empty cell writes: the column is there, so it says "none". Undefined where that would be no answer: a state or a kind
 * stays as it is.
 */
export const emptyOf = ({ as, sent }: Field): unknown => {
  if (as.kind === 'flag' || as.kind === 'switch') return undefined
  const { data } = sent.safeParse(undefined)
  return as.kind === 'choice' && data !== '' ? undefined : data
}

/** A value as a person reads it in a sheet, and as `readCell` takes it back. */
export const writeCell = ({ as }: Field, value: unknown, { language, names }: CellContext): CellValue => {
  if (value === null || value === undefined || value === '') return null
  const plain = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  switch (as.kind) {
    case 'number':
    case 'lng':
    case 'lat':
      return Number(value)
    case 'choice':
      return as.of.name(value as string | number, language)
    case 'choices':
      return (value as readonly (string | number)[]).map((code) => as.of.name(code, language)).join('、')
    case 'flag':
      return as.of.name(value as 0 | 1, language)
    case 'switch':
      return as.of.name(value === true ? 1 : 0, language)
    case 'ref':
      return names.text(as.to, plain)
    case 'refs':
      return (value as readonly string[]).map((id) => names.text(as.to, id)).join('、')
    case 'ids':
      return (value as readonly string[]).map((id) => names.text(as.to, id) || `#${id}`).join('、')
    case 'periods':
      return (value as readonly SchedulePeriod[]).map((period) => periodText(period, language)).join('; ')
    case 'ring':
    case 'shape':
      return (value as readonly (readonly [number, number])[]).map((point) => point.join(' ')).join('; ')
    case 'text':
    case 'day':
    case 'time':
    case 'picture':
      return plain
  }
}

export const columnKind = ({ as }: Field): ColumnKind => {
  if (as.kind === 'number' || as.kind === 'lng' || as.kind === 'lat') return 'number'
  return as.kind === 'day' || as.kind === 'time' ? as.kind : 'text'
}
