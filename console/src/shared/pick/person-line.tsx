import { useTexts } from '../i18n/texts.ts'
import type { Person } from './people.ts'
import styles from './person-line.module.css'
import { pickTexts } from './texts.ts'

/** Somebody in a list: name, number, department. */
export const PersonLine = ({ person: { name, workNum, deptName, disabled } }: { readonly person: Person }) => {
  const t = useTexts(pickTexts)
  return (
    <span className={styles['line']}>
      <span className={`ellipsis ${styles['name']}`} title={name}>
        {name}
        {disabled && <small>{t('disabledPerson')}</small>}
      </span>
      <span className={`ellipsis ${styles['number']}`} title={workNum}>
        {workNum}
      </span>
      <span className={`ellipsis ${styles['dept']}`} title={deptName ?? undefined}>
        {deptName}
      </span>
    </span>
  )
}

/** Somebody in a field: `陈国强 10327`. */
export const PersonLabel = ({ person: { name, workNum } }: { readonly person: Person }) => (
  <>
    {name} <span className={styles['quiet']}>{workNum}</span>
  </>
)
