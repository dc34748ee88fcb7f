import type { GetRef, Table } from 'antd'

/** For antd's `Table` with boxes: it measures its columns in a row that nobody sees, with a second box for all rows; no key finds it. */
export const withoutMeasureRow = (table: GetRef<typeof Table> | null): void =>
  table?.nativeElement.querySelector('.ant-table-measure-row')?.setAttribute('inert', '')
