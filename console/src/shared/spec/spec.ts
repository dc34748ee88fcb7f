import type { Call } from '@vigil/contract/kernel/call.ts'
import type { Fields } from '@vigil/contract/kernel/field.ts'
import { titleFieldOf } from '@vigil/contract/kernel/noun.ts'
import type { Permission } from '@vigil/contract/menu/routes.ts'
import { resolvedColumns, type Column } from './columns.ts'
import { resolvedFilters, type Filter } from './filters.ts'
import { resolvedForm, type FormPart } from './form-parts.ts'
import type { ListNoun, Row } from './record.ts'
import type { ListOptions } from './definitions.ts'

/** A list screen worked out: what the kit draws. */
export interface ListSpec {
  readonly noun: ListNoun
  /** What a save takes. */
  readonly fields: Fields
  readonly list: Call
  readonly save: Call | null
  readonly remove: Call | null
  /** How many records each department has. */
  readonly counts: Call | null
  readonly permission: Permission
  readonly columns: readonly Column[]
  readonly form: readonly FormPart[]
  readonly filters: readonly Filter[]
  readonly options: ListOptions<ListNoun>
  /** Field of the department by which the list is narrowed. */
  readonly byDept: boolean
}

/** Works out a list screen; everything that is not said follows from the noun. */
export const defineList = <N extends ListNoun>(noun: N, given: ListOptions<N>): ListSpec => {
  // Inside the kit a record is a row of any noun; what a screen states of its own records is only ever given those.
  const stated = given as unknown as ListOptions<ListNoun>
  const { counts = null } = stated.calls
  const options = counts === null ? stated : { ...stated, invalidates: [...(stated.invalidates ?? []), counts] }
  const fields: Fields = { ...noun.fields, ...options.extraFields }
  const dept = fields['deptId']?.as
  return {
    noun,
    fields,
    list: options.calls.list,
    save: options.calls.save ?? null,
    remove: options.calls.remove ?? null,
    counts,
    permission: options.permission ?? `${noun.route}:edit`,
    columns: resolvedColumns(noun, options.columns),
    form: resolvedForm(noun, fields, options.form),
    filters: resolvedFilters(noun, options.filters),
    options,
    byDept: options.departments !== false && dept?.kind === 'ref' && dept.to === 'dept',
  }
}

/** What people call a record. */
export const titleOf = ({ noun }: Pick<ListSpec, 'noun'>, row: Row): string => {
  const title = row[titleFieldOf(noun)]
  return typeof title === 'string' || typeof title === 'number' ? String(title) : `#${row.id}`
}
