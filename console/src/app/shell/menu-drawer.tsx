import { Drawer } from 'antd'
import type { ReactNode } from 'react'

const sidebarWidth = 180

interface MenuDrawerProps {
  readonly label: string
  readonly open: boolean
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Where the menu slides in from the left, in a window that has no room for it beside the screen. */
export const MenuDrawer = ({ label, open, onClose, children }: MenuDrawerProps) => (
  <Drawer
    aria-label={label}
    open={open}
    onClose={onClose}
    placement="left"
    size={sidebarWidth}
    closable={false}
    styles={{ body: { padding: 0 } }}
  >
    {children}
  </Drawer>
)
