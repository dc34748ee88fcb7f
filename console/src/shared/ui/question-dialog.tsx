import { useEffect, useRef, type ReactNode } from 'react'
import { DragDialog } from './drag-dialog.tsx'
import styles from './question-dialog.module.css'

interface QuestionDialogProps {
  readonly open: boolean
  readonly title: string
  readonly question: string
  readonly hint?: string
  /** Why what was asked for did not happen; stands in place of the hint. */
  readonly refusal?: string | null
  readonly onClose: () => void
  readonly footer: ReactNode
  /** Below what is said. */
  readonly children?: ReactNode
}

const width = 460

/** A question before something is lost; Esc leaves everything as it is. */
export const QuestionDialog = ({
  open,
  title,
  question,
  hint,
  refusal = null,
  onClose,
  footer,
  children,
}: QuestionDialogProps) => (
  <DragDialog open={open} onClose={onClose} title={title} width={width} footer={<Answers>{footer}</Answers>}>
    <p className={styles['question']}>{question}</p>
    {refusal === null ? (
      hint && <p className="note">{hint}</p>
    ) : (
      <p className={styles['refusal']} role="alert">
        {refusal}
      </p>
    )}
    {children}
  </DragDialog>
)

/** The focus goes to the first answer, the one that loses nothing, so that Esc and Enter both leave things as they are. */
const Answers = ({ children }: { readonly children: ReactNode }) => {
  const place = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    // Once the dialog has taken the focus itself.
    const timer = setTimeout(() => place.current?.querySelector('button')?.focus(), 50)
    return () => clearTimeout(timer)
  }, [])
  return (
    <span ref={place} className={styles['answers']}>
      {children}
    </span>
  )
}
