import { useCallback, useMemo, useState } from 'react'
import type { Column } from '../spec/columns.ts'
import { isShown, keptSettings, noSettings, ordered, withWidth, type ColumnSettings } from './column-settings.ts'

/** How the operator arranged the columns of a list; kept in this browser. */
export const useColumnSettings = (list: string, columns: readonly Column[]) => {
  const kept = useMemo(() => keptSettings(list), [list])
  const [settings, setSettings] = useState<ColumnSettings>(() => kept.read() ?? noSettings)
  const change = useCallback(
    (next: ColumnSettings): void => {
      setSettings(next)
      kept.write(next)
    },
    [kept],
  )
  const shown = useMemo(
    () => ordered(columns, settings).filter((column, index) => index === 0 || isShown(column, settings)),
    [columns, settings],
  )
  const setWidth = (name: string, width: number | null): void => change(withWidth(settings, name, width))
  return { settings, change, shown, setWidth }
}
