import { useCallback, useEffect, useState } from 'react'
import { setBroadcasting, type BroadcastTarget } from '../../shared/calling/broadcasting.ts'
import { openedLater } from '../../shared/ui/opened-later.tsx'

const BroadcastDialog = openedLater(async () => (await import('./broadcast-dialog.tsx')).BroadcastDialog)
const nobody: BroadcastTarget = {}

/** The dialog that says something to helmets, opened from wherever one of them is shown; drawn once. */
export const BroadcastHost = () => {
  const [opened, setOpened] = useState<{ readonly target: BroadcastTarget; readonly nth: number } | null>(null)
  useEffect(() => {
    setBroadcasting((target) => setOpened((before) => ({ target, nth: (before?.nth ?? 0) + 1 })))
    return () => setBroadcasting(null)
  }, [])
  const close = useCallback(() => setOpened(null), [])
  return <BroadcastDialog key={opened?.nth ?? 0} open={opened !== null} target={opened?.target ?? nobody} onClose={close} />
}
