import { useId, type CSSProperties, type ReactNode } from 'react'
import styles from './panel.module.css'

interface PanelProps {
  readonly title?: ReactNode
  /** At the right of the title: totals, a switch, a link. */
  readonly extra?: ReactNode
  /** False for a body that fills the card to its border (a map, a table); true unless said. */
  readonly padded?: boolean
  readonly style?: CSSProperties
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** A card with title and extra, as on the home screen. It fills its grid cell and scrolls inside. */
export const Panel = ({ title, extra, padded = true, style, className, children }: PanelProps) => {
  const id = useId()
  return (
    <section
      className={`${styles['panel']} ${className ?? ''}`}
      style={style}
      {...(title === undefined ? {} : { 'aria-labelledby': id })}
    >
      {(title !== undefined || extra !== undefined) && (
        <header className={styles['head']}>
          <h2 className={styles['title']} id={id}>
            {title}
          </h2>
          <div className={styles['extra']}>{extra}</div>
        </header>
      )}
      <div className={`${styles['body']} ${padded ? styles['padded'] : ''}`}>{children}</div>
    </section>
  )
}
