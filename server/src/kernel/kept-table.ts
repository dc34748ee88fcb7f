import { sql } from 'kysely'
import type { Field, RefTarget } from '@vigil/contract/kernel/field.ts'
import { nameFieldOf } from '@vigil/contract/kernel/noun.ts'
import type { Asked } from './caller.ts'
import type { Fragment, Layout } from './keeping.ts'
import { scoped } from './listing.ts'
import { targetOf } from './references.ts'

/** Where the fields of a noun come from, in SQL. */

interface Ref {
  readonly name: string
  readonly to: RefTarget
}

/** The table of a noun, as statements read it. */
export interface KeptTable {
  readonly layout: Layout
  readonly fields: readonly (readonly [name: string, field: Field])[]
  readonly refs: readonly Ref[]
  readonly manyRefs: readonly (Ref & { readonly named: boolean })[]
  /** The reference by whose department a record is seen, where it has none of its own. */
  readonly deptRef: Ref | undefined
  readonly deptColumn: string | null
  readonly seenBy: Fragment | null
  /** What each field is read from, shown ones and names of references among them. */
  readonly sources: ReadonlyMap<string, Fragment>
  readonly columns: Fragment
  readonly from: Fragment
  /** What holds for every row of the noun. */
  readonly always: readonly Fragment[]
  /** Fields, and what is shown beside them. */
  readonly kinds: ReadonlyMap<string, Field>
  readonly times: readonly string[]
  /** Fields that are masked for who may not see private data. */
  readonly secrets: readonly string[]
  /** Fields that no wall display is told. */
  readonly notOnWalls: readonly string[]
}

const snake = (name: string): string =>
  name === 'enable' ? 'enabled' : name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

export const columnOf = ({ columns }: Layout, name: string): string => columns?.[name] ?? snake(name)
export const at = ({ table }: Layout, column: string): Fragment => sql.ref(`${table}.${column}`)

const valueOf = ({ as }: Field, source: Fragment): Fragment =>
  as.kind === 'ref'
    ? sql`${source}::text`
    : as.kind === 'refs' || as.kind === 'ids'
      ? sql`${source}::text[]`
      : as.kind === 'flag'
        ? sql`(${source})::int`
        : source

type Named = Pick<KeptTable, 'fields' | 'refs' | 'manyRefs'>

const sourcesOf = (layout: Layout, { fields, refs, manyRefs }: Named): Map<string, Fragment> => {
  const { noun, shown } = layout
  const fieldAt = (name: string): Fragment => at(layout, columnOf(layout, name))
  const sourceOf = (name: string, field: Field): Fragment => valueOf(field, shown?.[name] ?? fieldAt(name))
  return new Map<string, Fragment>([
    ...fields.map(([name, field]): [string, Fragment] => [name, sourceOf(name, field)]),
    ...refs.map(({ name, to }): [string, Fragment] => [nameFieldOf(name), sql.ref(`${name}_of.${targetOf(to).name}`)]),
    ...manyRefs
      .filter(({ named }) => named)
      .map(({ name, to }): [string, Fragment] => [
        nameFieldOf(name),
        shown?.[nameFieldOf(name)] ??
          sql`ARRAY(SELECT ${sql.ref(targetOf(to).name)} FROM ${sql.table(targetOf(to).table)} WHERE id = ANY(${fieldAt(name)}) ORDER BY id)`,
      ]),
    ...Object.entries<Field>(noun.shown).map(([name, field]): [string, Fragment] => [name, sourceOf(name, field)]),
  ])
}

const columnsOf = (layout: Layout, sources: ReadonlyMap<string, Fragment>): Fragment =>
  sql.join([
    sql`${at(layout, 'id')}::text AS id`,
    sql`${at(layout, 'version')} AS version`,
    ...[...sources].map(([name, source]) => sql`${source} AS ${sql.ref(name)}`),
  ])

const fromOf = (layout: Layout, refs: readonly Ref[]): Fragment => {
  const joined = refs.map(
    ({ name, to }) =>
      sql`LEFT JOIN ${sql.table(targetOf(to).table)} AS ${sql.table(`${name}_of`)} ON ${sql.ref(`${name}_of.id`)} = ${at(layout, columnOf(layout, name))}`,
  )
  return sql`${sql.table(layout.table)} ${sql.join([...joined, layout.joins ?? sql``], sql` `)}`
}

const alwaysOf = (layout: Layout): readonly Fragment[] => [
  ...Object.entries(layout.fixed ?? {}).map(([column, value]) => sql`${at(layout, column)} = ${value}`),
  ...(layout.hides ? [sql`${at(layout, 'deleted_at')} IS NULL`] : []),
]

const namedIn = ({ noun }: Layout): Named => {
  const fields = Object.entries<Field>(noun.fields)
  return {
    fields,
    refs: fields.flatMap(([name, { as }]) => (as.kind === 'ref' ? [{ name, to: as.to }] : [])),
    manyRefs: fields.flatMap(([name, { as }]) =>
      as.kind === 'refs' || as.kind === 'ids' ? [{ name, to: as.to, named: as.kind === 'refs' }] : [],
    ),
  }
}

export const createKeptTable = (layout: Layout): KeptTable => {
  const { noun, table } = layout
  const named = namedIn(layout)
  const { fields, refs } = named
  const { deptBy } = noun
  const deptRef = refs.find(({ name }) => name === deptBy && name !== 'deptId')
  const deptColumn = deptRef ? `${deptRef.name}_of.dept_id` : deptBy === null ? null : `${table}.${columnOf(layout, deptBy)}`
  const sources = sourcesOf(layout, named)
  const kinds = new Map<string, Field>([...fields, ...Object.entries<Field>(noun.shown)])
  return {
    layout,
    ...named,
    deptRef,
    deptColumn,
    seenBy: layout.seenBy ?? (deptColumn === null ? null : sql.ref(deptColumn)),
    sources,
    columns: columnsOf(layout, sources),
    from: fromOf(layout, refs),
    always: alwaysOf(layout),
    kinds,
    times: [...kinds].filter(([, { as }]) => as.kind === 'time').map(([name]) => name),
    secrets: fields.filter(([, field]) => field.private).map(([name]) => name),
    notOnWalls: [...kinds].filter(([, field]) => field.notOnWalls).map(([name]) => name),
  }
}

export const visible = ({ always, seenBy }: KeptTable, asked: Asked): readonly Fragment[] => [
  ...always,
  ...(seenBy === null ? [] : [scoped(asked.caller.scope, seenBy)]),
]
