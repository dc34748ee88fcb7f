import { nameFieldOf } from '@vigil/contract/kernel/noun.ts'
import { useMemo } from 'react'
import { useCan } from '../session/session.ts'
import type { ListSpec } from '../spec/spec.ts'
import { useColumnSettings } from '../table/use-column-settings.ts'
import type { FixedFilter } from './use-records.ts'

/** The columns of a list, all that may stand in it and those that do. */
export const useListColumns = (spec: ListSpec, prefix: string, fixed: FixedFilter) => {
  const { noun } = spec
  const all = useMemo(() => {
    const given = Object.keys(fixed).flatMap((name) => [name, nameFieldOf(name)])
    return spec.columns.filter(({ name }) => !given.includes(name))
  }, [spec, fixed])
  const arranged = useColumnSettings(prefix === '' ? noun.name : `${noun.name}.${prefix}`, all)
  // The server sorts by nothing that it masks.
  const seesPrivate = useCan('private:view')
  const shown = useMemo(
    () => arranged.shown.map((column) => (column.field?.private && !seesPrivate ? { ...column, sort: null } : column)),
    [arranged.shown, seesPrivate],
  )
  return { ...arranged, all, shown }
}
