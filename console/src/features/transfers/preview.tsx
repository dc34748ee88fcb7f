import type { Transfer } from '@vigil/contract/transfers/entities.ts'
import { Alert } from 'antd'
import type { ReactNode } from 'react'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { fileAddress } from '../../shared/pick/upload.ts'
import { fieldsOf } from './nouns.ts'
import { transferTexts } from './texts.ts'
import styles from './transfers.module.css'
import { understoodColumns } from './understood.ts'

const kinds = ['created', 'updated', 'skipped', 'wrong'] as const

/** What an import did, or would do. */
export const Counts = ({ transfer }: { readonly transfer: Transfer }) => {
  const t = useTexts(transferTexts)
  return (
    <dl className={styles['counts']}>
      {kinds.map((kind) => (
        <div key={kind} data-kind={kind} data-some={transfer[kind] > 0}>
          <dt>{t(kind)}</dt>
          <dd>{transfer[kind].toLocaleString('en-US')}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The file of all wrong rows with their reasons. */
export const ReportLink = ({ transfer, children }: { readonly transfer: Transfer; readonly children: ReactNode }) =>
  transfer.reportId === null ? null : (
    <a href={fileAddress(transfer.reportId)} download>
      {children}
    </a>
  )

/** What is wrong with rows, the first of it. */
export const Problems = ({ transfer }: { readonly transfer: Transfer }) => {
  const t = useTexts(transferTexts)
  const { problems, wrong } = transfer
  if (problems.length === 0) return null
  const last = problems.at(-1)
  const more = new Set(problems.map(({ row }) => row)).size < wrong
  return (
    <section className={styles['part']}>
      <header>
        <h3>{t('problems', { n: wrong.toLocaleString('en-US') })}</h3>
        <ReportLink transfer={transfer}>{t('report')}</ReportLink>
      </header>
      {more && last && <p className="quiet">{t('problemsShown', { n: problems.length })}</p>}
      <div className={styles['scroll']} role="group" aria-label={t('problems', { n: wrong })}>
        <table className={styles['table']}>
          <thead>
            <tr>
              <th scope="col">{t('row')}</th>
              <th scope="col">{t('column')}</th>
              <th scope="col">{t('reason')}</th>
            </tr>
          </thead>
          <tbody>
            {problems.map(({ row, column, reason }, at) => (
              <tr key={at}>
                <td className={styles['number']}>{row}</td>
                <td>{column}</td>
                <td className={styles['reason']}>{reason}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

/** The columns of a sheet that nobody knows. */
export const UnknownColumns = ({ transfer }: { readonly transfer: Transfer }) => {
  const t = useTexts(transferTexts)
  const { language } = useLanguage()
  const unknown = understoodColumns(transfer.columns, fieldsOf(transfer.noun), language).filter(({ label }) => label === null)
  if (unknown.length === 0) return null
  const titles = unknown.map(({ title }) => title).join(language === 'zh' ? '、' : ', ')
  return <Alert type="warning" showIcon title={t('unknownColumns', { n: unknown.length, titles })} />
}

/** How a sheet was understood, and how it begins. */
export const Sample = ({ transfer }: { readonly transfer: Transfer }) => {
  const t = useTexts(transferTexts)
  const { language } = useLanguage()
  const columns = understoodColumns(transfer.columns, fieldsOf(transfer.noun), language)
  if (columns.length === 0) return null
  return (
    <section className={styles['part']}>
      <header>
        <h3>{t('understood')}</h3>
        <span className="quiet">{t('sample', { n: transfer.sample.length })}</span>
      </header>
      <div className={styles['scroll']} role="group" aria-label={t('understood')}>
        <table className={styles['table']}>
          <thead>
            <tr>
              {columns.map(({ title, label }, at) => (
                <th key={at} scope="col" data-unknown={label === null}>
                  {title}
                  <small>{label === null ? t('notUnderstood') : `→ ${label}`}</small>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {transfer.sample.map((cells, row) => (
              <tr key={row}>
                {columns.map(({ label }, at) => (
                  <td key={at} data-unknown={label === null}>
                    {cells[at] ?? ''}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
