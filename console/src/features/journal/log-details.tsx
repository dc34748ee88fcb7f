import { logAction, logModule, type LogRow } from '@vigil/contract/journal/entities.ts'
import { nounOfLog } from '@vigil/contract/journal/log-object.ts'
import { systemLog } from '@vigil/contract/journal/log-row.ts'
import { resultText } from '@vigil/contract/journal/result-words.ts'
import type { ReactNode } from 'react'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { listTexts } from '../../shared/spec/texts.ts'
import { changesOf } from './difference.ts'
import styles from './journal.module.css'
import { LogObjectCell } from './log-object-cell.tsx'
import { journalTexts } from './texts.ts'

const { fields, shown } = systemLog

/** One row of the log: who did what from where, and what it changed. */
export const LogDetails = ({ record: row }: { readonly record: LogRow }) => {
  const t = useTexts(journalTexts)
  const { language } = useLanguage()
  const facts: readonly (readonly [string, ReactNode])[] = [
    [fields.time.label[language], row.time],
    [shown.userName.label[language], row.userName],
    [shown.deptName.label[language], row.deptName],
    [shown.module.label[language], logModule.name(row.module, language)],
    [shown.action.label[language], logAction.name(row.action, language)],
    [t('object'), <LogObjectCell key="object" row={row} />],
    [shown.objectId.label[language], row.objectId],
    [shown.result.label[language], resultText(row.result, language)],
    [shown.repeated.label[language], t('times', { n: row.repeated })],
    [shown.costMs.label[language], t('milliseconds', { n: row.costMs })],
    [shown.ip.label[language], row.ip],
    [t('browser'), row.userAgent],
  ]
  return (
    <>
      <dl className={styles['facts']}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value === '' ? '—' : value}</dd>
          </div>
        ))}
      </dl>
      <Changes row={row} />
    </>
  )
}

const Changes = ({ row }: { readonly row: LogRow }) => {
  const t = useTexts(journalTexts)
  const words = useTexts(listTexts)
  const { language } = useLanguage()
  const changes = changesOf(row.before, row.after, {
    module: row.module,
    noun: nounOfLog(row.object),
    t: words,
    language,
  })
  const [hasBefore, hasAfter] = [changes.some(({ before }) => before !== null), changes.some(({ after }) => after !== null)]
  return (
    <section className={styles['changes']} aria-label={t('changes')}>
      <h3>{t('changes')}</h3>
      {changes.length === 0 ? (
        <p className="note">{t('noChanges')}</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col">{t('field')}</th>
              {hasBefore && <th scope="col">{t('before')}</th>}
              {hasAfter && <th scope="col">{t('after')}</th>}
            </tr>
          </thead>
          <tbody>
            {changes.map(({ key, label, before, after }) => (
              <tr key={key}>
                <th scope="row">{label === '' ? t('whole') : label}</th>
                {hasBefore && <td data-side={hasAfter ? 'before' : undefined}>{before}</td>}
                {hasAfter && <td data-side={hasBefore ? 'after' : undefined}>{after}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
