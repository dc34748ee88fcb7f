import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useMobile } from '../../shared/ui/use-media.ts'
import { Icon } from '../../shared/ui/icon.tsx'
import { Card, CardHead } from '../../shared/ui/panel.tsx'
import styles from './panes.module.css'

interface PanesProps {
  readonly listLabel: string
  readonly list: ReactNode
  readonly label: string
  /** Something is chosen: it stands alone where there is no room for both. */
  readonly open: boolean
  readonly children: ReactNode
}

/** What is chosen from at the left, what is chosen at the right. */
export const Panes = ({ listLabel, list, label, open, children }: PanesProps) => {
  const wide = !useMobile()
  return (
    <div className={styles['screen']} data-wide={wide}>
      {(wide || !open) && <Card label={listLabel}>{list}</Card>}
      {(wide || open) && <Card label={label}>{children}</Card>}
    </div>
  )
}

interface PaneHeadProps {
  /** The way back to the list, where that does not stand beside it. */
  readonly back: string
  readonly onBack: () => void
  readonly children: ReactNode
}

export const PaneHead = ({ back, onBack, children }: PaneHeadProps) => {
  const wide = !useMobile()
  return (
    <CardHead>
      {!wide && (
        <Button icon={<Icon name="left" size={16} />} onClick={onBack}>
          {back}
        </Button>
      )}
      {children}
    </CardHead>
  )
}
