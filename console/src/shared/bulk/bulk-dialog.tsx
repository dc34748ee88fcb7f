import { CallRefused } from '@vigil/contract/kernel/client.ts'
import { codes } from '@vigil/contract/kernel/codes.ts'
import { Button, Progress } from 'antd'
import { useId, useRef, useState } from 'react'
import { failureText } from '../api/failure.ts'
import { invalidate } from '../api/queries.ts'
import { useLanguage } from '../i18n/language.ts'
import { useTexts } from '../i18n/texts.ts'
import { asRow, type Row } from '../spec/record.ts'
import type { BulkAction } from '../spec/definitions.ts'
import { titleOf, type ListSpec } from '../spec/spec.ts'
import { listTexts } from '../spec/texts.ts'
import { DragDialog } from '../ui/drag-dialog.tsx'
import { PlainTable } from '../ui/plain-table.tsx'
import styles from './bulk-dialog.module.css'
import { runBulk, type BulkOutcome } from './run-bulk.ts'

const width = 560
const namesShown = 8

type Stage =
  | { readonly at: 'asking' }
  | { readonly at: 'running'; readonly finished: number; readonly stopping: boolean }
  | { readonly at: 'over'; readonly outcomes: readonly BulkOutcome<Row>[] }

interface BulkDialogProps {
  readonly spec: ListSpec
  readonly action: BulkAction
  readonly rows: readonly Row[]
  /** What could not be done, as those records stand now. */
  readonly onOver: (failed: readonly Row[]) => void
  readonly onClose: () => void
}

/** Asks, does the same to many records with progress, and says what became of each. */
export const BulkDialog = ({ spec, action, rows, onOver, onClose }: BulkDialogProps) => {
  const t = useTexts(listTexts)
  const { language } = useLanguage()
  const id = useId()
  const [stage, setStage] = useState<Stage>({ at: 'asking' })
  const [input, setInput] = useState<unknown>(action.initial ?? null)
  // What was begun is about these, whatever becomes of the selection.
  const [items] = useState(rows)
  const stop = useRef(new AbortController())
  const label = action.label[language]
  const Input = action.input

  const begin = async (): Promise<void> => {
    setStage({ at: 'running', finished: 0, stopping: false })
    /** Records that others changed, as they stand now. */
    const present = new Map<string, Row>()
    const gone = new Set<string>()
    const outcomes = await runBulk({
      items,
      signal: stop.current.signal,
      onProgress: (finished) => setStage((now) => (now.at === 'running' ? { ...now, finished } : now)),
      reasonOf: (error, row) => action.refusalOf?.(error, row) ?? failureText(error),
      act: async (row) => {
        try {
          await action.run(row, input)
        } catch (error) {
          const code = error instanceof CallRefused ? error.code : null
          const theirs = error instanceof CallRefused && code === codes.conflict.code ? asRow(error.data) : null
          if (theirs) present.set(theirs.id, theirs)
          if (code === codes.notFound.code) gone.add(row.id)
          throw error
        }
      },
    })
    setStage({ at: 'over', outcomes })
    const failed = outcomes.filter(({ item, state }) => state !== 'done' && !gone.has(item.id))
    onOver(failed.map(({ item }) => present.get(item.id) ?? item).filter((row) => action.isOver?.(row) !== true))
    invalidate(spec.list, ...(spec.options.invalidates ?? []))
  }
  const halt = (): void => {
    stop.current.abort()
    setStage((now) => (now.at === 'running' ? { ...now, stopping: true } : now))
  }
  const close = (): void => {
    if (stage.at === 'running') halt()
    else onClose()
  }

  const names = items.slice(0, namesShown).map((row) => titleOf(spec, row))
  const separator = language === 'zh' ? '、' : ', '
  const begins = (
    <>
      <Button onClick={onClose}>{t('cancel')}</Button>
      <Button
        type="primary"
        danger={action.danger ?? false}
        disabled={Input !== undefined && input === null}
        onClick={() => void begin()}
      >
        {action.danger ? t('bulkConfirm', { label, n: items.length }) : label}
      </Button>
    </>
  )
  const footer =
    stage.at === 'asking' ? (
      begins
    ) : stage.at === 'running' ? (
      <Button onClick={halt} disabled={stage.stopping}>
        {t('stop')}
      </Button>
    ) : (
      <Button type="primary" onClick={onClose}>
        {t('close')}
      </Button>
    )
  return (
    <DragDialog open onClose={close} title={label} width={width} footer={footer}>
      {stage.at === 'asking' && (
        <>
          <p className={styles['question']}>
            {t(action.danger ? 'bulkDangerQuestion' : 'bulkQuestion', {
              label,
              n: items.length,
              what: spec.noun.words[language],
            })}
          </p>
          <p className={styles['names']}>
            {names.join(separator)}
            {items.length > namesShown && t('andMore', { n: items.length - namesShown })}
          </p>
          {Input && (
            <div className={styles['input']}>
              <label htmlFor={id}>{(action.inputLabel ?? action.label)[language]}</label>
              <Input id={id} value={input} onChange={setInput} />
            </div>
          )}
          {action.hint && <p className={styles['consequences']}>{action.hint[language]}</p>}
        </>
      )}
      {stage.at === 'running' && (
        <div role="status">
          <p className={styles['question']}>
            {stage.stopping ? t('stopping') : t('running', { done: stage.finished, total: items.length })}
          </p>
          <Progress percent={Math.round((stage.finished / items.length) * 100)} status="active" />
        </div>
      )}
      {stage.at === 'over' && <Results spec={spec} outcomes={stage.outcomes} />}
    </DragDialog>
  )
}

const Results = ({ spec, outcomes }: { readonly spec: ListSpec; readonly outcomes: readonly BulkOutcome<Row>[] }) => {
  const t = useTexts(listTexts)
  const count = (state: BulkOutcome<Row>['state']): number => outcomes.filter((outcome) => outcome.state === state).length
  const [done, refused, skipped] = [count('done'), count('refused'), count('skipped')]
  const order = { refused: 0, skipped: 1, done: 2 } as const
  return (
    <>
      <p className={styles['sum']} role="status">
        {skipped > 0
          ? t('bulkStopped', { done, refused, skipped })
          : refused > 0
            ? t('bulkResult', { done, refused })
            : t('bulkDone', { done })}
      </p>
      {refused + skipped > 0 && <p className={styles['question']}>{t('bulkStays')}</p>}
      <div className={styles['list']}>
        <PlainTable>
          <thead>
            <tr>
              <th scope="col">{t('record')}</th>
              <th scope="col">{t('result')}</th>
            </tr>
          </thead>
          <tbody>
            {outcomes
              .toSorted((a, b) => order[a.state] - order[b.state])
              .map(({ item, state, reason }) => (
                <tr key={item.id}>
                  <td>{titleOf(spec, item)}</td>
                  <td className={state === 'done' ? 'good' : state === 'refused' ? styles['refusal'] : styles['quiet']}>
                    {state === 'done' ? t('done') : state === 'refused' ? reason : t('notTried')}
                  </td>
                </tr>
              ))}
          </tbody>
        </PlainTable>
      </div>
    </>
  )
}
