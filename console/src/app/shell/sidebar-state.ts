import { create } from 'zustand'

/** The cookie that keeps whether the sidebar is open: 1 open, 0 closed. */
export const sidebarCookie = 'sidebarStatus'
const yearInSeconds = 31_536_000

/** Whether a cookie header says the sidebar is open; open unless it says 0. */
export const readSidebarCookie = (cookies: string): boolean =>
  !cookies.split(';').some((cookie) => cookie.trim() === `${sidebarCookie}=0`)

export const sidebarCookieFor = (open: boolean): string =>
  `${sidebarCookie}=${open ? 1 : 0}; path=/; max-age=${yearInSeconds}; samesite=lax`

interface SidebarState {
  /** Desktop: labels beside the icons. */
  readonly open: boolean
  /** Mobile: the drawer is out. It is never kept. */
  readonly drawerOpen: boolean
  /** Address of the one group that is unfolded. */
  readonly openGroup: string | null
  readonly toggle: () => void
  readonly setDrawerOpen: (drawerOpen: boolean) => void
  readonly setOpenGroup: (openGroup: string | null) => void
}

export const useSidebar = create<SidebarState>((set, get) => ({
  open: typeof document === 'undefined' || readSidebarCookie(document.cookie),
  drawerOpen: false,
  openGroup: null,
  toggle: () => {
    const open = !get().open
    document.cookie = sidebarCookieFor(open)
    set({ open })
  },
  setDrawerOpen: (drawerOpen) => set({ drawerOpen }),
  setOpenGroup: (openGroup) => set({ openGroup }),
}))
