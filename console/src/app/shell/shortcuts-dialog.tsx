import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { useShortcuts } from '../../shared/shortcuts/shortcuts.ts'
import { DragDialog } from '../../shared/ui/drag-dialog.tsx'
import { shellTexts } from './texts.ts'

interface DialogProps {
  readonly open: boolean
  readonly onClose: () => void
}

const shown = (key: string): string => (key.length === 1 ? key.toUpperCase() : `${key.charAt(0).toUpperCase()}${key.slice(1)}`)

/** The `?` sheet: every shortcut that works now. */
export const ShortcutsDialog = ({ open, onClose }: DialogProps) => {
  const t = useTexts(shellTexts)
  const { language } = useLanguage()
  const { shortcuts } = useShortcuts()
  return (
    <DragDialog open={open} onClose={onClose} title={t('shortcuts')} width={440}>
      <dl style={{ display: 'grid', gridTemplateColumns: '1fr auto', gap: '12px 24px', margin: 0 }}>
        {shortcuts.map(({ keys, describe }) => (
          <div key={keys} style={{ display: 'contents' }}>
            <dt>{describe[language]}</dt>
            <dd style={{ margin: 0, display: 'flex', gap: 4, justifyContent: 'flex-end' }}>
              {keys.split('+').map((key) => (
                <kbd key={key}>{shown(key)}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </DragDialog>
  )
}
