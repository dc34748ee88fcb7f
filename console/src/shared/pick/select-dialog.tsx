import { Button, Tag } from 'antd'
import type { ReactNode } from 'react'
import { useTexts } from '../i18n/texts.ts'
import { TextButton } from '../ui/bare-buttons.tsx'
import { DragDialog } from '../ui/drag-dialog.tsx'
import { dialogHeight } from './dialog-height.ts'
import styles from './select-dialog.module.css'
import { pickTexts } from './texts.ts'

/** What every dialog is told in which something is chosen. */
export interface SelectProps {
  readonly open: boolean
  /** Nothing was chosen. */
  readonly onClose: () => void
  /** What it is chosen for; the dialog's own words unless said. */
  readonly title?: string | undefined
}

interface SelectDialogProps {
  readonly title: string
  /** Pixels. */
  readonly width: number
  /** Pixels; as high as its content, and then of that size, unless said. */
  readonly height?: number
  /** What is chosen, or what is in the way. */
  readonly summary: ReactNode
  /** Null: there is nothing to clear. */
  readonly onClear?: (() => void) | null
  readonly onClose: () => void
  /** What is chosen is taken; the dialog closes by itself. */
  readonly onOk: () => void
  /** False: what is chosen cannot be taken; true unless said. */
  readonly ready?: boolean
  readonly children: ReactNode
}

/** The frame of a dialog in which something is chosen; what is chosen stands at its bottom. */
export const SelectDialog = (props: SelectDialogProps) => {
  const { title, width, height, summary, onClear = null, onClose, onOk, ready = true, children } = props
  const t = useTexts(pickTexts)
  const take = (): void => {
    onOk()
    onClose()
  }
  return (
    <DragDialog
      open
      onClose={onClose}
      title={title}
      width={width}
      {...(height === undefined ? {} : { height: dialogHeight(height), resizable: true })}
      footer={
        <>
          <span className={styles['summary']} role="status">
            {summary}
          </span>
          <span className={styles['answers']}>
            {onClear && <Button onClick={onClear}>{t('clear')}</Button>}
            <Button onClick={onClose}>{t('cancel')}</Button>
            <Button type="primary" disabled={!ready} onClick={take}>
              {t('ok')}
            </Button>
          </span>
        </>
      }
    >
      <div className={styles['frame']}>{children}</div>
    </DragDialog>
  )
}

const mostListed = 200

interface ChosenTag {
  readonly id: string
  readonly label: ReactNode
  readonly title?: string | undefined
}
interface ChosenTagsProps {
  readonly tags: readonly ChosenTag[]
  readonly onRemove: (id: string) => void
}

/** Those of several that are chosen, each to be taken away again. */
export const ChosenTags = ({ tags, onRemove }: ChosenTagsProps) => {
  const t = useTexts(pickTexts)
  return (
    <>
      {tags.slice(0, mostListed).map(({ id, label, title }) => (
        <Tag key={id} closable className={styles['tag'] ?? ''} title={title} onClose={() => onRemove(id)}>
          {label}
        </Tag>
      ))}
      {tags.length > mostListed && <span className="quiet">{t('more', { n: tags.length - mostListed })}</span>}
    </>
  )
}

export const RemoveAll = ({ onClick }: { readonly onClick: () => void }) => {
  const t = useTexts(pickTexts)
  return <TextButton onClick={onClick}>{t('removeAll')}</TextButton>
}
