import { Link } from 'react-router'
import { useTexts } from '../../shared/i18n/texts.ts'
import { Logo } from '../../shared/ui/logo.tsx'
import { useTitle } from '../settings/use-title.ts'
import { bareTexts } from './texts.ts'
import styles from './bare.module.css'

/** 404, for addresses that do not exist and screens the user may not open alike. */
export const NotFoundPage = () => {
  const t = useTexts(bareTexts)
  useTitle(bareTexts.table.notFound)
  return (
    <main className={styles['page']}>
      <Logo size={48} />
      <div className={styles['number']}>404</div>
      <h1 className={styles['title']}>{t('notFound')}</h1>
      <p className={styles['text']}>{t('notFoundHint')}</p>
      <Link className={styles['next']} to="/">
        {t('backHome')}
      </Link>
    </main>
  )
}
