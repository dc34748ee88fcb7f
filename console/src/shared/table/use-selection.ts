import { useCallback, useEffect, useState } from 'react'
import type { Row } from '../spec/record.ts'

/** Rows chosen on any page, each as it was last seen. */
export const useSelection = (rows: readonly Row[] | undefined) => {
  const [selected, setSelected] = useState<ReadonlyMap<string, Row>>(new Map())
  // A row that was listed anew is changed on top of what is listed now.
  useEffect(() => {
    setSelected((before) => {
      const newer = rows?.filter((row) => before.has(row.id) && before.get(row.id) !== row) ?? []
      return newer.length === 0 ? before : new Map([...before, ...newer.map((row): [string, Row] => [row.id, row])])
    })
  }, [rows])
  const select = useCallback((chosen: readonly Row[], on: boolean): void => {
    setSelected((before) => {
      const next = new Map(before)
      for (const row of chosen) {
        if (on) next.set(row.id, row)
        else next.delete(row.id)
      }
      return next
    })
  }, [])
  const replace = useCallback(
    (chosen: readonly Row[]): void => setSelected(new Map(chosen.map((row): [string, Row] => [row.id, row]))),
    [],
  )
  return { selected, select, replace }
}
export type Selection = ReturnType<typeof useSelection>
