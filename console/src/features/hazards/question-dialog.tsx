import type { ReactNode } from 'react'
import { DragDialog } from '../../shared/ui/drag-dialog.tsx'
import styles from './hazards.module.css'

interface QuestionDialogProps {
  readonly open: boolean
  readonly title: string
  readonly question: string
  readonly hint?: string
  readonly onClose: () => void
  readonly footer: ReactNode
}

const width = 460

/** A question before something is lost; Esc leaves everything as it is. */
export const QuestionDialog = ({ open, title, question, hint, onClose, footer }: QuestionDialogProps) => (
  <DragDialog open={open} onClose={onClose} title={title} width={width} footer={footer}>
    <p className={styles['lead']}>{question}</p>
    {hint && <p className={styles['quiet']}>{hint}</p>}
  </DragDialog>
)
