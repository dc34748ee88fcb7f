import { Button, Radio } from 'antd'
import { useState } from 'react'
import type { Saved } from '../editing/editing.ts'
import { useLanguage } from '../i18n/language.ts'
import { useTexts } from '../i18n/texts.ts'
import { kindOf } from '../spec/field-kinds.tsx'
import type { Draft, Row } from '../spec/record.ts'
import type { ListSpec } from '../spec/spec.ts'
import { listTexts } from '../spec/texts.ts'
import { formatMoment } from '../time/format.ts'
import { useToday } from '../time/today.ts'
import { DragDialog } from '../ui/drag-dialog.tsx'
import { PlainTable } from '../ui/plain-table.tsx'
import styles from './conflict-dialog.module.css'
import { draftOf, partsOf } from './draft.ts'
import { disagreements, merged, undecided, type Side } from './merge.ts'
import type { RecordEditor } from './use-record-editor.ts'

const width = 720

interface ConflictDialogProps {
  readonly spec: Pick<ListSpec, 'fields' | 'options'>
  readonly editor: RecordEditor
  readonly onSaved: (saved: Saved<Row>) => void
}

/** Who changed it and when, as the server tells with its refusal. */
const told = (theirs: Row, name: 'changedBy' | 'changedAt'): string | null => {
  const value = theirs[name]
  return typeof value === 'string' && value !== '' ? value : null
}

/** Mine and theirs side by side, each field to be chosen. */
export const ConflictDialog = ({ spec, editor, onSaved }: ConflictDialogProps) => {
  const { conflict } = editor
  return conflict === null ? null : (
    <Comparison key={conflict.version} spec={spec} editor={editor} theirs={conflict} onSaved={onSaved} />
  )
}

const Comparison = ({ spec, editor, theirs, onSaved }: ConflictDialogProps & { readonly theirs: Row }) => {
  const t = useTexts(listTexts)
  const { language } = useLanguage()
  const { fields, options } = spec
  const [chosen, setChosen] = useState<Readonly<Record<string, Side>>>({})
  const { draft, base } = editor
  const other = draftOf(fields, theirs)
  const rows = disagreements(fields, base ? draftOf(fields, base) : {}, draft, other)
  const open = undecided(rows, chosen)
  const today = useToday()
  const [by, at] = [told(theirs, 'changedBy'), told(theirs, 'changedAt')]
  const cell = (name: string, label: string, side: Side, record: Draft, preset: Side | null) => {
    const field = fields[name]
    if (!field) return null
    return (
      <td data-chosen={(chosen[name] ?? preset) === side}>
        <Radio
          name={`side-${name}`}
          checked={(chosen[name] ?? preset) === side}
          onChange={() => setChosen((old) => ({ ...old, [name]: side }))}
          aria-label={`${label} ${t(side)}`}
        >
          <span className={styles['compared']}>{kindOf(field).compared(record[name], { name, field, record, t, language })}</span>
        </Radio>
      </td>
    )
  }
  return (
    <DragDialog
      open
      onClose={editor.closeConflict}
      title={t('conflictTitle')}
      width={width}
      footer={
        <>
          {open > 0 && <span className="note">{t('undecided', { n: open })}</span>}
          <Button onClick={editor.closeConflict}>{t('goBack')}</Button>
          <Button onClick={editor.takeTheirs}>{t('takeTheirs')}</Button>
          <Button
            type="primary"
            disabled={open > 0}
            loading={editor.saving}
            onClick={() =>
              void editor.resolve(merged(fields, draft, other, rows, chosen)).then((saved) => saved && onSaved(saved))
            }
          >
            {t('save')}
          </Button>
        </>
      }
    >
      {rows.length === 0 ? (
        <p className={styles['question']}>{t('noDifference')}</p>
      ) : (
        <>
          <p className={styles['question']}>
            {by !== null && at !== null
              ? t('conflictBy', { by, time: formatMoment(at, today, language, true) })
              : t('conflictText')}
            {options.conflictHint?.[language]}
          </p>
          <PlainTable className={styles['compare']}>
            <thead>
              <tr>
                <th scope="col">{t('field')}</th>
                <th scope="col">{t('mine')}</th>
                <th scope="col">{t('theirs')}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ name, both, preset }) => {
                const parts = fields[name]?.as.kind === 'shape' ? [name] : partsOf(fields, name)
                const label =
                  name === 'lng'
                    ? t('position')
                    : parts.map((part) => fields[part]?.label[language] ?? part).join(language === 'zh' ? '、' : ', ')
                return (
                  <tr key={name}>
                    <th scope="row">
                      {label}
                      {both && <span className={styles['both']}>{t('bothChanged')}</span>}
                    </th>
                    {cell(name, label, 'mine', draft, preset)}
                    {cell(name, label, 'theirs', other, preset)}
                  </tr>
                )
              })}
            </tbody>
          </PlainTable>
        </>
      )}
    </DragDialog>
  )
}
