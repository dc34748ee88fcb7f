import { accountCalls } from '@vigil/contract/accounts/calls.ts'
import type { User } from '@vigil/contract/accounts/user.ts'
import { Button, Progress } from 'antd'
import { useRef, useState } from 'react'
import { client } from '../../shared/api/client.ts'
import { failureText } from '../../shared/api/failure.ts'
import { invalidate } from '../../shared/api/queries.ts'
import { runBulk, type BulkOutcome } from '../../shared/bulk/run-bulk.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { deptNames } from '../../shared/pick/departments.ts'
import { useDepartments } from '../../shared/pick/use-departments.ts'
import { DragDialog } from '../../shared/ui/drag-dialog.tsx'
import { PlainTable } from '../../shared/ui/plain-table.tsx'
import { changesAnything, changesOf, type Authorisation, type PersonChange, type RoleName } from './authorisation.ts'
import { authoriseTexts } from './authorise-texts.ts'
import styles from './authorise.module.css'

const [width, height] = [760, 560]

interface AuthorisePreviewProps {
  readonly people: readonly User[]
  readonly wanted: Authorisation
  readonly roles: readonly RoleName[]
  /** Those to whom it could not be done stay selected. */
  readonly onOver: (failed: readonly User[]) => void
  readonly onClose: () => void
}

type Outcome = BulkOutcome<PersonChange<User>>

/** What will change for each of them; then it is carried out, one call a person, with the result of each. */
export const AuthorisePreview = ({ people, wanted, roles, onOver, onClose }: AuthorisePreviewProps) => {
  const t = useTexts(authoriseTexts)
  const { language } = useLanguage()
  const departments = useDepartments()
  // What was previewed is what is done, whatever becomes of the selection.
  const [changes] = useState(() => changesOf(people, wanted))
  const [finished, setFinished] = useState<number | null>(null)
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome> | null>(null)
  const stop = useRef(new AbortController())
  const doing = changes.filter(changesAnything)
  const separator = language === 'zh' ? '、' : ', '
  const names = new Map(roles.map(({ id, name }) => [id, name]))
  const named = (ids: readonly string[]): string => ids.map((id) => names.get(id) ?? `#${id}`).join(separator)
  const depts = deptNames(departments.data ?? [])

  const run = async (): Promise<void> => {
    setFinished(0)
    const over = await runBulk({
      items: doing,
      signal: stop.current.signal,
      onProgress: setFinished,
      reasonOf: failureText,
      act: async ({ person, added, removed, moves }) => {
        await client.ask(accountCalls.authorizeUser, {
          id: person.id,
          addRoleIds: [...added],
          removeRoleIds: [...removed],
          ...(moves && wanted.deptId !== null ? { deptId: wanted.deptId } : {}),
        })
      },
    })
    setOutcomes(new Map(over.map((outcome) => [outcome.item.person.id, outcome])))
    onOver(over.filter(({ state }) => state !== 'done').map(({ item }) => item.person))
    invalidate(accountCalls.listUserByDeptId, accountCalls.listDeptNodeAll)
  }
  const running = finished !== null && outcomes === null
  const close = (): void => (running ? stop.current.abort() : onClose())
  const count = (state: Outcome['state']): number =>
    [...(outcomes?.values() ?? [])].filter((outcome) => outcome.state === state).length

  return (
    <DragDialog
      open
      onClose={close}
      title={t('title')}
      width={width}
      height={height}
      resizable
      footer={
        <>
          {outcomes ? (
            <Button type="primary" onClick={onClose}>
              {t('close')}
            </Button>
          ) : running ? (
            <Button onClick={() => stop.current.abort()}>{t('stop')}</Button>
          ) : (
            <>
              <Button onClick={onClose}>{t('cancel')}</Button>
              <Button type="primary" disabled={doing.length === 0} onClick={() => void run()}>
                {t('run')}
              </Button>
            </>
          )}
        </>
      }
    >
      <div role="status">
        {running ? (
          <>
            <p className={styles['lead']}>{t('running', { done: finished, total: doing.length })}</p>
            <Progress percent={Math.round((finished / doing.length) * 100)} status="active" />
          </>
        ) : (
          <p className={styles['lead']}>
            {outcomes
              ? t('sum', { done: count('done'), refused: count('refused'), skipped: count('skipped') })
              : t('willChange', { n: doing.length, m: changes.length - doing.length })}
          </p>
        )}
      </div>
      <PlainTable className={styles['changes']}>
        <thead>
          <tr>
            <th scope="col">{t('name')}</th>
            <th scope="col">{t('change')}</th>
            {outcomes && <th scope="col">{t('result')}</th>}
          </tr>
        </thead>
        <tbody>
          {changes.map((change) => {
            const { person, added, removed, moves } = change
            return (
              <tr key={person.id}>
                <td>
                  {person.cname} <small className="quiet">{person.workNum}</small>
                </td>
                <td>
                  {!changesAnything(change) && <span className="quiet">{t('nothing')}</span>}
                  {added.length > 0 && <span>{t('gets', { roles: named(added) })}</span>}
                  {removed.length > 0 && <span>{t('loses', { roles: named(removed) })}</span>}
                  {moves && (
                    <span>{t('moves', { from: person.deptName ?? t('noDept'), to: depts.get(wanted.deptId ?? '') ?? '' })}</span>
                  )}
                </td>
                {outcomes && <Result outcome={outcomes.get(person.id)} />}
              </tr>
            )
          })}
        </tbody>
      </PlainTable>
    </DragDialog>
  )
}

const Result = ({ outcome }: { readonly outcome: Outcome | undefined }) => {
  const t = useTexts(authoriseTexts)
  if (!outcome) return <td className="quiet">{t('nothing')}</td>
  if (outcome.state === 'done') return <td className="good">{t('done')}</td>
  return outcome.state === 'refused' ? <td className="bad">{outcome.reason}</td> : <td className="quiet">{t('notTried')}</td>
}
