import { useCallback, useMemo, useState } from 'react'
import { keptSettings, noSettings, withWidth, type ColumnSettings } from './column-settings.ts'

/** How the operator arranged the columns of a list; kept in this browser. */
export const useColumnSettings = (list: string) => {
  const kept = useMemo(() => keptSettings(list), [list])
  const [settings, setSettings] = useState<ColumnSettings>(() => kept.read() ?? noSettings)
  const change = useCallback(
    (next: ColumnSettings): void => {
      setSettings(next)
      kept.write(next)
    },
    [kept],
  )
  const setWidth = (name: string, width: number | null): void => change(withWidth(settings, name, width))
  return { settings, change, setWidth }
}
