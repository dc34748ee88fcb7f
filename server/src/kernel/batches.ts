/** Rows of one look at a long table. */
export const batchSize = 2_000

/** A long table from its beginning on, a few rows at a time and none of them twice: `next` reads those after a number. */
export const inBatches = async function* <Row extends { readonly id: string }, Told>(
  next: (after: string) => Promise<readonly Row[]>,
  tell: (row: Row) => Told,
): AsyncGenerator<Told[]> {
  let last = '0'
  for (;;) {
    const rows = await next(last)
    if (rows.length === 0) return
    yield rows.map(tell)
    last = rows.at(-1)?.id ?? last
  }
}
