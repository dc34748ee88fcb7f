import { Button } from 'antd'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { DragDialog } from '../../shared/ui/drag-dialog.tsx'
import { differences, draftOf } from './fence-draft.ts'
import { PlainTable } from '../../shared/ui/plain-table.tsx'
import styles from './hazards.module.css'
import { hazardTexts } from './texts.ts'
import type { FenceEditor } from './use-fence-editor.ts'
import { fieldLabel, fieldText, type Names } from './words.ts'

const width = 640

/** Mine and theirs side by side: load theirs, or save mine over them. */
export const ConflictDialog = ({ editor, names }: { readonly editor: FenceEditor; readonly names: Names }) => {
  const t = useTexts(hazardTexts)
  const { language } = useLanguage()
  const { draft } = editor
  const { conflict } = editor.state
  const theirs = conflict ? draftOf(conflict) : draft
  const rows = differences(draft, theirs)
  return (
    <DragDialog
      open={conflict !== null}
      onClose={editor.closeConflict}
      title={t('conflictTitle')}
      width={width}
      footer={
        <>
          <Button onClick={editor.closeConflict}>{t('goBack')}</Button>
          <Button onClick={editor.takeTheirs}>{t('takeTheirs')}</Button>
          <Button type="primary" loading={editor.saving} onClick={() => void editor.overwrite()}>
            {t('keepMine')}
          </Button>
        </>
      }
    >
      <p className={styles['lead']}>{t('conflictText', { version: conflict?.version ?? 0 })}</p>
      {rows.length === 0 ? (
        <p className={styles['quiet']}>{t('noDifference')}</p>
      ) : (
        <PlainTable className={styles['compare']}>
          <thead>
            <tr>
              <th scope="col">{t('field')}</th>
              <th scope="col">{t('mine')}</th>
              <th scope="col">{t('theirs')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((name) => (
              <tr key={name}>
                <th scope="row">{fieldLabel(name, t)}</th>
                <td>{fieldText(name, draft, names, t, language)}</td>
                <td>{fieldText(name, theirs, names, t, language)}</td>
              </tr>
            ))}
          </tbody>
        </PlainTable>
      )}
    </DragDialog>
  )
}
