import type { Field } from '@vigil/contract/kernel/field.ts'
import { id as recordId } from '@vigil/contract/kernel/shapes.ts'
import type { Text } from '@vigil/contract/kernel/text.ts'
import { Form } from 'antd'
import { useEffect, useId, useMemo, useRef, type ReactNode } from 'react'
import { useLanguage } from '../i18n/language.ts'
import { useTexts } from '../i18n/texts.ts'
import { useOwnDepts } from '../session/scope.ts'
import { kindOf } from '../spec/field-kinds.tsx'
import type { FormBlock, FormField, FormPart } from '../spec/form-parts.ts'
import type { Draft } from '../spec/record.ts'
import type { ShownName, Words } from '../spec/definitions.ts'
import { listTexts } from '../spec/texts.ts'
import { FieldEditor } from './field-editor.tsx'
import { FixedValue } from './fixed-value.tsx'
import styles from './record-form.module.css'
import { RecordNotes } from './record-notes.tsx'
import type { RecordEditor } from './use-record-editor.ts'

interface RecordFormProps {
  /** What kind of record it is. */
  readonly what: Text
  readonly parts: readonly FormPart[]
  readonly editor: RecordEditor
  /** Nothing can be changed: the fields are shown as they are. */
  readonly readOnly: boolean
  readonly onSubmit: () => void
  readonly onSaveAsNew: () => void
  /** The first field gets the focus: a new record is being made. */
  readonly focusFirst: boolean
}

const fieldsIn = 'input:not([disabled]), textarea:not([disabled]), button[role="switch"]'

/** The fields of a record in their groups. */
export const RecordForm = ({ what, parts, editor, readOnly, onSubmit, onSaveAsNew, focusFirst }: RecordFormProps) => {
  const { language } = useLanguage()
  const form = useRef<HTMLFormElement>(null)
  const { draft, failures, base } = editor
  /** As it is typed, with what the record only shows. */
  const told = base ? { ...base, ...draft } : draft

  // After a try that failed, the first field that keeps it from being saved comes into sight.
  useEffect(() => {
    if (failures === 0) return
    const failed = form.current?.querySelector<HTMLElement>('[data-failed="true"]')
    failed?.scrollIntoView({ block: 'nearest' })
    failed?.querySelector<HTMLElement>(fieldsIn)?.focus({ preventScroll: true })
  }, [failures])
  useEffect(() => {
    if (focusFirst) form.current?.querySelector<HTMLElement>(fieldsIn)?.focus({ preventScroll: true })
  }, [focusFirst])

  const item = (entry: FormField | FormBlock, index: number): ReactNode => {
    if (entry.when && !entry.when(told)) return null
    if (entry.kind === 'field') return <FieldItem key={entry.name} entry={entry} editor={editor} readOnly={readOnly} />
    const Block = entry.block
    return (
      <div key={index} className={styles['wide']}>
        <Block draft={draft} record={base} readOnly={readOnly} set={editor.set} />
      </div>
    )
  }

  return (
    <form
      ref={form}
      className={styles['form']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <RecordNotes what={what} editor={editor} readOnly={readOnly} onSaveAsNew={onSaveAsNew} />
      {parts.map((part, index) =>
        part.when && !part.when(told) ? null : (
          <section key={index} className={styles['group']}>
            <h3>{part.title[language]}</h3>
            {part.items.map(item)}
          </section>
        ),
      )}
      {/* Enter in a field saves. */}
      <button type="submit" hidden />
    </form>
  )
}

const wordsFor = (words: Words, draft: Draft): Text | null => (typeof words === 'function' ? words(draft) : words)

/** Who sees less than the whole site chooses a department, of his own: what has none is the whole site's. */
const useOwnField = (field: Field): Field => {
  const limited = useOwnDepts() !== null
  return useMemo(
    () => (limited && field.as.kind === 'ref' && field.as.to === 'dept' ? { ...field, sent: recordId } : field),
    [limited, field],
  )
}

interface FieldItemProps {
  readonly entry: FormField
  readonly editor: RecordEditor
  readonly readOnly: boolean
}

const FieldItem = ({ entry, editor, readOnly }: FieldItemProps) => {
  const t = useTexts(listTexts)
  const { language } = useLanguage()
  const id = useId()
  const { name, partner } = entry
  const field = useOwnField(entry.field)
  const { draft, base } = editor
  const hint = entry.hint && wordsFor(entry.hint, draft)
  const kind = kindOf(field)
  const fixed = readOnly || entry.readOnly
  const error = fixed ? null : (editor.errorOf(name) ?? (partner === null ? null : editor.errorOf(partner)))
  const value = partner === null ? draft[name] : { lng: draft[name] ?? null, lat: draft[partner] ?? null }
  const Editor = entry.editor ?? FieldEditor
  const Fixed = entry.fixed
  const below = `${id}-below`
  const touch = (): void => {
    editor.touch(name)
    if (partner !== null) editor.touch(partner)
  }
  const change = (next: unknown, shownName?: ShownName): void => {
    if (partner === null) {
      editor.set(name, next, shownName)
      return
    }
    const { lng, lat } = next as { readonly lng: unknown; readonly lat: unknown }
    editor.set(name, lng)
    editor.set(partner, lat)
  }
  const record = { ...base, ...draft }
  return (
    <div
      className={entry.wide ? `${styles['field']} ${styles['wide']}` : styles['field']}
      data-field={name}
      data-failed={error !== null}
      onBlur={touch}
    >
      <label htmlFor={id} data-needed={(entry.needed || field !== entry.field) && !fixed}>
        {wordsFor(entry.label, draft)?.[language]}
      </label>
      {fixed ? (
        <FixedValue id={id}>
          {Fixed ? <Fixed value={record[name]} /> : kind.cell(record[name], { name, field, record, t, language })}
        </FixedValue>
      ) : (
        // Pickers take their colour from the item they stand in.
        <Form.Item noStyle validateStatus={error === null ? '' : 'error'}>
          <Editor
            id={id}
            name={name}
            value={value}
            field={field}
            draft={draft}
            invalid={error !== null}
            // Who has to choose one is not told what choosing none means.
            {...(entry.placeholder && field === entry.field ? { placeholder: entry.placeholder[language] } : {})}
            aria-describedby={error !== null || hint ? below : undefined}
            onChange={change}
            onUnfinished={(half) => {
              editor.setUnfinished(name, half === 'lng')
              if (partner !== null) editor.setUnfinished(partner, half === 'lat')
            }}
          />
        </Form.Item>
      )}
      {error === null ? (
        hint &&
        !fixed && (
          <div id={below} className={styles['hint']}>
            {hint[language]}
          </div>
        )
      ) : (
        <div id={below} className={styles['error']} role="alert">
          {error}
        </div>
      )}
    </div>
  )
}
