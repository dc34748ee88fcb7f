import type { ReactNode } from 'react'
import { Logo } from '../../shared/ui/logo.tsx'
import styles from './wall.module.css'
import { useScale } from './use-scale.ts'

interface WallMessageProps {
  readonly title: string
  readonly children: ReactNode
}

/** What fills a wall display that has nothing to show, to be read from afar. */
export const WallMessage = ({ title, children }: WallMessageProps) => {
  const { style } = useScale()
  return (
    <main className={styles['message']} style={style} role="alert">
      <Logo size={96} />
      <h1>{title}</h1>
      <p>{children}</p>
    </main>
  )
}
