/** What a list shows, as its address says it. */
export interface ListState {
  readonly keyword: string
  readonly deptId: string | null
  /** By the name in the address: the field, or the end of a time range. */
  readonly filters: Readonly<Record<string, string>>
  /** From 1. */
  readonly page: number
  readonly size: number
  /** Field name, `-` before it for descending; null for the list's own order. */
  readonly sort: string | null
  /** The record that is open, or `new`. */
  readonly open: string | null
}

export const pageSizes = [12, 15, 20, 50, 100] as const
const mostRows = 100
export const newRecord = 'new'

const names = { keyword: 'keyword', deptId: 'deptId', page: 'page', size: 'size', sort: 'sort', open: 'id' } as const

/** Several lists on one screen keep their values apart by a prefix: `items.page`. */
const named = (prefix: string, name: string): string => (prefix === '' ? name : `${prefix}.${name}`)

const whole = (text: string | null, otherwise: number): number => {
  const value = Number(text)
  return text !== null && Number.isInteger(value) && value >= 1 ? value : otherwise
}

/** `usualSize` rows stand on a page of an address that says nothing of them. */
export const readListState = (
  params: URLSearchParams,
  prefix: string,
  filterNames: readonly string[],
  usualSize: number,
): ListState => {
  const read = (name: string): string | null => params.get(named(prefix, name))
  const size = whole(read(names.size), usualSize)
  const sort = read(names.sort)
  return {
    keyword: read(names.keyword) ?? '',
    deptId: read(names.deptId),
    filters: Object.fromEntries(
      filterNames.flatMap((name) => {
        const value = read(name)
        return value === null || value === '' ? [] : [[name, value]]
      }),
    ),
    page: whole(read(names.page), 1),
    size: size <= mostRows ? size : usualSize,
    sort: sort !== null && /^-?[A-Za-z]\w{0,40}$/.test(sort) ? sort : null,
    open: read(names.open),
  }
}

export interface ListChange extends Partial<Omit<ListState, 'filters'>> {
  /** Null takes a filter away; what is not named stays. */
  readonly filters?: Readonly<Record<string, string | null>>
}

const textOf = (value: string | number | null): string | null => (value === null || value === '' ? null : String(value))

/**
 * A change of what is shown as values of the address; null removes one. Whatever changes which records are listed leads back to
 * the first page. Any other page says how many rows it has: in another window it would hold other records.
 */
export const addressChange = (
  prefix: string,
  change: ListChange,
  shown: Pick<ListState, 'size'>,
): Readonly<Record<string, string | null>> => {
  const values: Record<string, string | null> = {}
  const put = (name: string, value: string | number | null): void => {
    values[named(prefix, name)] = textOf(value)
  }
  for (const [name, value] of Object.entries(change.filters ?? {})) put(name, value)
  if (change.keyword !== undefined) put(names.keyword, change.keyword.trim())
  if (change.deptId !== undefined) put(names.deptId, change.deptId)
  if (change.sort !== undefined) put(names.sort, change.sort)
  if (change.size !== undefined) put(names.size, change.size)
  if (Object.keys(values).length > 0) put(names.page, null)
  if (change.page !== undefined) put(names.page, change.page === 1 ? null : change.page)
  if (change.page !== undefined && change.page !== 1 && change.size === undefined) put(names.size, shown.size)
  if (change.open !== undefined) put(names.open, change.open)
  return values
}

/** Whether anything narrows the list. */
export const isNarrowed = ({ keyword, deptId, filters }: ListState): boolean =>
  keyword !== '' || deptId !== null || Object.keys(filters).length > 0

/** The address of the record that is open in a list. */
export const openIn = (search: string, prefix: string): string | null =>
  new URLSearchParams(search).get(named(prefix, names.open))

/** The records that other lists of the screen have open: one drawer at a time. */
export const othersOpen = (params: URLSearchParams, prefix: string): readonly string[] =>
  [...params.keys()].filter((key) => key !== named(prefix, names.open) && (key === names.open || key.endsWith(`.${names.open}`)))
