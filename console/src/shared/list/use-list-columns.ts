import { nameFieldOf } from '@vigil/contract/kernel/noun.ts'
import { useMemo, useState } from 'react'
import { useLanguage } from '../i18n/language.ts'
import { useCan } from '../session/session.ts'
import type { ListSpec } from '../spec/spec.ts'
import { leastRoom, withinRoom } from '../table/column-room.ts'
import { isShown, ordered } from '../table/column-settings.ts'
import { headingWidth } from '../table/column-widths.ts'
import { useColumnSettings } from '../table/use-column-settings.ts'
import type { FixedFilter } from './use-records.ts'

/** The columns of a list, all that may stand in it and those that do. */
export const useListColumns = (spec: ListSpec, prefix: string, fixed: FixedFilter) => {
  const { noun } = spec
  const { language } = useLanguage()
  const known = useMemo(() => {
    const given = Object.keys(fixed).flatMap((name) => [name, nameFieldOf(name)])
    return spec.columns
      .filter(({ name }) => !given.includes(name))
      .map((column) => ({ ...column, width: Math.max(column.width, headingWidth(column.label[language], column.sort !== null)) }))
  }, [spec, fixed, language])
  const { settings, change, setWidth } = useColumnSettings(prefix === '' ? noun.name : `${noun.name}.${prefix}`)
  const [room, setRoom] = useState(0)
  const all = useMemo(() => withinRoom(ordered(known, settings), settings, room), [known, settings, room])
  // The server sorts by nothing that it masks.
  const seesPrivate = useCan('private:view')
  const shown = useMemo(
    () =>
      all
        .filter((column, index) => index === 0 || isShown(column, settings))
        .map((column) => (column.field?.private && !seesPrivate ? { ...column, sort: null } : column)),
    [all, settings, seesPrivate],
  )
  /** Those of an export, which no window narrows; that a record is disabled stands beside its name if not in a column. */
  const wanted = useMemo(
    () =>
      ordered(known, settings).filter((column, index) => index === 0 || column.name === 'enable' || isShown(column, settings)),
    [known, settings],
  )
  return { settings, change, setWidth, setRoom, narrow: room > 0 && room < leastRoom, all, shown, wanted }
}
