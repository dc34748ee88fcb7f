import type { InnerRouteName, RouteName } from '@vigil/contract/menu/routes.ts'
import { create } from 'zustand'

interface MenuBadges {
  readonly counts: Readonly<Partial<Record<RouteName | InnerRouteName, number>>>
}
export const useMenuBadges = create<MenuBadges>(() => ({ counts: {} }))

/** The red count beside a menu entry, e.g. unhandled alarms beside alarmRealMgmt; 0 takes it away. */
export const setMenuBadge = (name: RouteName, count: number): void =>
  useMenuBadges.setState(({ counts }) => ({ counts: { ...counts, [name]: count } }))
