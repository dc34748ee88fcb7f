import type { ColumnType } from 'kysely'

/** bigint columns arrive as strings, as identifiers travel. */
export type Id = ColumnType<string, string | number, string | number>
export type GeneratedId = Defaulted<string>
export type Time = ColumnType<Date, Date | string, Date | string>
export type Json<T> = ColumnType<T, string, string>
/** What PostgreSQL makes of the other columns. */
export type Derived<T> = ColumnType<T, never, never>
export type Defaulted<T> = ColumnType<T, T | undefined, T>
