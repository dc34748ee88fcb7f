import { useId, type CSSProperties, type ReactNode } from 'react'
import styles from './panel.module.css'

interface CardProps {
  /** What stands in it, for those who do not see it. */
  readonly label?: string
  /** The id of a heading in it that says so. */
  readonly labelledBy?: string | undefined
  /** What it shows is on its way. */
  readonly busy?: boolean
  readonly style?: CSSProperties | undefined
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** The frame of a card; what stands in it is stacked, and scrolls where it says so. */
export const Card = ({ label, labelledBy, busy, style, className = '', children }: CardProps) => (
  <section
    className={`${styles['card']} ${className}`}
    style={style}
    aria-label={label}
    aria-labelledby={labelledBy}
    aria-busy={busy}
  >
    {children}
  </section>
)

/** The head of a card: its heading (`h2`), what belongs to it, and at the right its buttons (`CardExtra`). */
export const CardHead = ({ children }: { readonly children: ReactNode }) => <header className={styles['head']}>{children}</header>

/** At the right of a card's heading: totals, a switch, buttons. */
export const CardExtra = ({ children }: { readonly children: ReactNode }) => <div className={styles['extra']}>{children}</div>

interface PanelProps extends Pick<CardProps, 'style' | 'className' | 'children'> {
  readonly title?: ReactNode
  readonly extra?: ReactNode
  /** False for a body that fills the card to its border (a map, a table); true unless said. */
  readonly padded?: boolean
  /** Keys scroll it as well: what stands in it has nothing that they reach. False unless said. */
  readonly reachable?: boolean
}

/** A card with title and extra, as on the home screen. It fills its grid cell and scrolls inside. */
export const Panel = ({ title, extra, padded = true, reachable = false, style, className, children }: PanelProps) => {
  const id = useId()
  return (
    <Card style={style} className={className} labelledBy={title === undefined ? undefined : id}>
      {(title !== undefined || extra !== undefined) && (
        <CardHead>
          <h2 id={id} className="ellipsis">
            {title}
          </h2>
          <CardExtra>{extra}</CardExtra>
        </CardHead>
      )}
      <div
        className={`${styles['body']} ${padded ? styles['padded'] : ''}`}
        {...(reachable ? { tabIndex: 0, role: 'group', 'aria-labelledby': id } : {})}
      >
        {children}
      </div>
    </Card>
  )
}
