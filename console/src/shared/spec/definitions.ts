import type { ComponentType, ReactNode } from 'react'
import type { z } from 'zod'
import type { Call } from '@vigil/contract/kernel/call.ts'
import type { Field, Fields } from '@vigil/contract/kernel/field.ts'
import type { Language, Text } from '@vigil/contract/kernel/text.ts'
import type { Permission } from '@vigil/contract/menu/routes.ts'
import type { Alarmed } from '../live/record-alarm.ts'
import type { IconName } from '../ui/icon.tsx'
import type { Draft, ListNoun, RecordOf, Row } from './record.ts'

type FieldName<N extends ListNoun> = keyof N['fields'] & string
type ShownFieldName<N extends ListNoun> = keyof N['shown'] & string
/** What a column may show by its name alone: a field, the name behind a reference, something shown, `position` for lng and lat. */
export type ColumnName<N extends ListNoun> = (keyof z.output<N['record']> & string) | 'position'

export interface ColumnDefinition<N extends ListNoun> {
  /** A field; or any other name, with a label and a renderer. */
  readonly field: ColumnName<N> | (string & {})
  readonly label?: Text
  /** Pixels; that of its kind unless said. */
  readonly width?: number
  readonly render?: (record: RecordOf<N>) => ReactNode
  /** By what the server sorts; false: not at all. Its field unless said. */
  readonly sort?: string | false
  /** Not shown until somebody asks for it in the column settings; of `enable` true unless said. */
  readonly hidden?: boolean
  /** What it renders says of a disabled record that it is, so that nothing beside its name does. */
  readonly tellsState?: boolean
  readonly align?: 'start' | 'end'
  /** Fields that it tells as well; in a sheet they follow it. */
  readonly with?: readonly ColumnName<N>[]
}

/** The name behind a reference, the names behind several. */
export type ShownName = string | null | readonly string[]

/** What the editor of a field gets, the kit's own and those of screens. */
export interface EditorProps {
  readonly id: string
  /** Of the field. */
  readonly name: string
  readonly value: unknown
  /** With the name of what a reference names, or the names. */
  readonly onChange: (value: unknown, shownName?: ShownName) => void
  readonly field: Field
  /** Everything that is in the form. */
  readonly draft: Draft
  readonly invalid: boolean
  /** Told which half keeps what stands in the editor from being a place yet, null for none: it is not saved, and not lost. */
  readonly onUnfinished?: (half: 'lng' | 'lat' | null) => void
  /** Where nothing is chosen; the editor's own unless said. */
  readonly placeholder?: string
  readonly 'aria-describedby': string | undefined
}

/** Words that may depend on what is in the form; null for none. */
export type Words = Text | ((draft: Draft) => Text | null)

export interface FormFieldDefinition<N extends ListNoun> {
  readonly field: FieldName<N> | ShownFieldName<N> | 'position' | (string & {})
  readonly label?: Words
  readonly hint?: Words
  /** Where nothing is chosen or typed. */
  readonly placeholder?: Text
  /** Marked as one that somebody has to fill in; as its schema says unless said. */
  readonly needed?: boolean
  /** Over the whole width; as its kind likes unless said. */
  readonly wide?: boolean
  /** Only while this holds of what is typed, and of what the record only shows. */
  readonly when?: (draft: Draft) => boolean
  readonly editor?: ComponentType<EditorProps>
  /** What stands in place of the editor where nothing can be changed; as its kind shows it unless said. */
  readonly fixed?: ComponentType<{ readonly value: unknown }>
  readonly readOnly?: boolean
}
/** Something in the form that is no field. */
export interface FormBlockDefinition {
  readonly block: ComponentType<FormBlockProps>
  readonly when?: (draft: Draft) => boolean
}
export interface FormBlockProps {
  readonly draft: Draft
  /** The record as it is stored; null for a new one. */
  readonly record: Row | null
  readonly readOnly: boolean
  readonly set: (name: string, value: unknown, shownName?: ShownName) => void
}
export interface FormGroup<N extends ListNoun> {
  readonly title: Text
  readonly fields: readonly (FieldName<N> | ShownFieldName<N> | 'position' | FormFieldDefinition<N> | FormBlockDefinition)[]
  readonly when?: (draft: Draft) => boolean
}

export type FilterDefinition<N extends ListNoun> =
  | N['filters'][number]
  | N['ranges'][number]
  /** Two fields of the list's body that bound a time, with 今天 / 本周 / 本月. */
  | { readonly range: readonly [from: string, to: string]; readonly label: Text }
  /** A field of the list's body with some values to choose from. */
  | {
      readonly name: string
      readonly label: Text
      readonly options: (language: Language) => readonly { readonly value: string; readonly label: string }[]
      /** What the body carries for a value; the text itself unless said. */
      readonly toBody?: (value: string) => unknown
    }
  /** A control of one's own for a field of the list's body. */
  | {
      readonly name: string
      readonly label: Text
      readonly control: ComponentType<FilterControlProps>
      readonly toBody?: (value: string) => unknown
    }
  /** One that links set: it is told above the list, and taken away there. What its body makes nothing of narrows nothing. */
  | {
      readonly name: string
      readonly told: ComponentType<ToldFilterProps<N>>
      readonly toBody: (value: string) => unknown
    }

/** What says in a few words what a list is narrowed to. */
export interface ToldFilterProps<N extends ListNoun> {
  /** As the address has it. */
  readonly value: string
  /** The rows of the present page, which may know what is called how. */
  readonly rows: readonly RecordOf<N>[]
}

export interface FilterControlProps {
  readonly id: string
  /** As the address has it; null for none. */
  readonly value: string | null
  readonly onChange: (value: string | null) => void
}

export interface RowAction {
  readonly label: Text
  readonly icon?: IconName
  readonly danger?: boolean
  readonly run: () => void
}

/** What is done to many records, one call each. */
export interface BulkAction<R = Row> {
  readonly key: string
  readonly label: Text
  readonly danger?: boolean
  /** What follows from it, under the question. */
  readonly hint?: Text
  /** What is asked before it begins, e.g. the text of a message; nothing unless said. */
  readonly input?: ComponentType<BulkInputProps>
  /** What stands before it; the action's label unless said. */
  readonly inputLabel?: Text
  /** Of a record as it stands now, that nothing of this can be done with it any more: it stays selected no longer. */
  readonly isOver?: (record: R) => boolean
  /** What it begins with; without one it has to be filled in first. */
  readonly initial?: unknown
  /** Throws what the server answers, e.g. `client.ask`. */
  readonly run: (record: R, input: unknown) => Promise<unknown>
  /** Why one was refused, where more is known of it than what the server says. */
  readonly refusalOf?: (refused: unknown, record: R) => string
}
export interface BulkInputProps {
  readonly id: string
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}

/** Where something of a screen's own stands, and what it may know. */
export interface ListContext {
  readonly total: number | null
  readonly deptId: string | null
  /** The rows of the present page. */
  readonly rows: readonly Row[]
  /** The body of the list call for exactly this filter. */
  readonly filter: Readonly<Record<string, unknown>>
  /** Whether forms of these records are saved here: never where the screen has no `save`. */
  readonly mayEdit: boolean
  /** Whether something is done with a record here, be it by a call of its own. */
  readonly mayActOn: (row: Row) => boolean
  readonly refresh: () => void
  readonly open: (id: string) => void
}

/** Everything in which a list screen differs from others. Only `calls` has to be said. */
export interface ListOptions<N extends ListNoun> {
  readonly calls: {
    readonly list: Call
    /** Absent: records are only looked at. */
    readonly save?: Call
    readonly remove?: Call
    /** How many records each department has, for the department panel. */
    readonly counts?: Call
  }
  /** Every field unless said. The noun's title always comes first. */
  readonly columns?: readonly (ColumnName<N> | ColumnDefinition<N>)[]
  /** One group with every field unless said. */
  readonly form?: readonly FormGroup<N>[]
  /** What a save takes besides the noun's fields, e.g. a first password. */
  readonly extraFields?: Fields
  /** The noun's filters and ranges unless said. */
  readonly filters?: readonly FilterDefinition<N>[]
  /** Order unless the operator chooses another; the server's unless said. */
  readonly sort?: string
  /** `<route>:edit` unless said. */
  readonly permission?: Permission
  /** False: new ones are not made here. */
  readonly creates?: boolean
  /** False: no department panel, though records have a department. */
  readonly departments?: boolean
  /** Which records may be deleted, as far as it shows; all of them unless said. */
  readonly removable?: (record: RecordOf<N>) => boolean
  readonly importable?: boolean
  readonly exportable?: boolean
  /** False: nothing is done to many at once. */
  readonly bulk?: boolean
  readonly bulkActions?: readonly BulkAction<RecordOf<N>>[]
  readonly rowActions?: (record: RecordOf<N>, context: ListContext) => readonly RowAction[]
  /** What new records begin with, besides the department chosen at the left. */
  readonly presets?: Draft
  /** What a single field's schema cannot see: field → what is wrong with it. */
  readonly check?: (draft: Draft) => Readonly<Record<string, Text>>
  /** What its records are for the alarms: those with an open one are marked, and their drawer says so. */
  readonly alarmed?: Alarmed
  /** Below the form of a stored record. */
  readonly below?: ComponentType<{ readonly record: RecordOf<N> }>
  /** Between the filters and the list. */
  readonly above?: ComponentType<ListContext>
  /** At the right of the list, e.g. a map; below 1200 px it has no room and is left out. */
  readonly right?: ComponentType<ListContext>
  /** In the toolbar, after the total. */
  readonly summary?: ComponentType<ListContext>
  /** What somebody should know before he looks at the list, as `NoticeChip`s after that. */
  readonly notices?: ComponentType<ListContext>
  /** Buttons of one's own beside 新增. */
  readonly tools?: ComponentType<ListContext>
  /** What is said of a record that was saved; that it was unless said. */
  readonly savedText?: (record: RecordOf<N>) => Text
  /** What follows from deleting them, of one and of many. */
  readonly deleteHint?: Text
  /** More about two versions that are compared. */
  readonly conflictHint?: Text
  /** Other calls whose answers change with a save or a deletion. */
  readonly invalidates?: readonly Call[]
  /** Milliseconds between two fetches of the page, for records that change by themselves. */
  readonly refetchEvery?: number
  /** What stands where the list is empty. */
  readonly icon?: IconName
  readonly emptyTitle?: Text
  readonly emptyHint?: Text
  /** Pixels; 640 unless said. */
  readonly drawerWidth?: number
}
