import { Alert, Button } from 'antd'
import type { ReactNode } from 'react'
import { useTexts } from '../i18n/texts.ts'
import { DragDialog } from './drag-dialog.tsx'
import { Stack } from './layout.tsx'
import { uiTexts } from './texts.ts'

const usualWidth = 460

interface FormDialogProps {
  readonly title: ReactNode
  /** What is wrong with what was sent or is to be; it stays open with all that was typed. */
  readonly problem: string | null
  /** What to do about that. */
  readonly advice?: string | null
  readonly busy: boolean
  /** On the button that sends it. */
  readonly ok?: string
  /** Other buttons, before those two. */
  readonly others?: ReactNode
  readonly onClose: () => void
  /** By its button, or by Enter in a field. */
  readonly onSubmit: () => void
  readonly children: ReactNode
}

/** A few fields that are asked for over a screen: sent by Enter, given up by Esc. */
export const FormDialog = ({ title, problem, advice = null, busy, ok, others, onClose, onSubmit, children }: FormDialogProps) => {
  const t = useTexts(uiTexts)
  return (
    <DragDialog
      open
      width={usualWidth}
      title={title}
      onClose={onClose}
      footer={
        <>
          {others}
          <Button autoInsertSpace={false} onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="primary" autoInsertSpace={false} loading={busy} onClick={onSubmit}>
            {ok ?? t('ok')}
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit()
        }}
      >
        <Stack gap={10}>
          {problem !== null && (
            <Alert type="error" showIcon title={problem} {...(advice === null ? {} : { description: advice })} />
          )}
          {children}
        </Stack>
        {/* Of several fields none is sent by Enter where the form has no button of its own. */}
        <button type="submit" hidden />
      </form>
    </DragDialog>
  )
}
