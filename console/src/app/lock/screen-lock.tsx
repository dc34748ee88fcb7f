import type { UserInfo } from '@vigil/contract/session/calls.ts'
import { useEffect } from 'react'
import { useSiteLimits } from '../../shared/live/site-limits.ts'
import { useShortcut } from '../../shared/shortcuts/shortcuts.ts'
import { LockCover } from './lock-cover.tsx'
import { screenLock, useIsLocked } from './lock-state.ts'
import { lockTexts } from './texts.ts'

const minute = 60_000
const lookEvery = 1_000
/** What says that somebody is there. */
const uses = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const

/** Covers the screen of somebody when nobody used this browser for as long as the site says, or when he asks for it. */
export const ScreenLock = ({ user }: { readonly user: UserInfo }) => {
  const { id, wallDisplay } = user
  const locked = useIsLocked(id)
  const minutes = useSiteLimits()?.lockMinutes ?? 0
  useShortcut({ keys: 'alt+l', describe: lockTexts.table.lock, run: () => screenLock.lock(id) })
  useEffect(
    () => (locked || wallDisplay || minutes === 0 ? undefined : lockWhenUnused(id, minutes * minute)),
    [id, locked, wallDisplay, minutes],
  )
  return locked ? <LockCover user={user} /> : null
}

const lockWhenUnused = (userId: string, most: number): (() => void) => {
  let noted = 0
  const note = (): void => {
    const now = Date.now()
    if (now - noted < lookEvery && now >= noted) return
    noted = now
    screenLock.used(now)
  }
  const look = (): void => {
    if (screenLock.unusedFor(Date.now()) >= most) screenLock.lock(userId)
  }
  const timer = setInterval(look, lookEvery)
  for (const use of uses) window.addEventListener(use, note, { capture: true, passive: true })
  look()
  return () => {
    clearInterval(timer)
    for (const use of uses) window.removeEventListener(use, note, { capture: true })
  }
}
