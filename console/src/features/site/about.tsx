import { useState } from 'react'
import { Link } from 'react-router'
import { useTexts } from '../../shared/i18n/texts.ts'
import { Logo } from '../../shared/ui/logo.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { PlainTable } from '../../shared/ui/plain-table.tsx'
import { SearchInput } from '../../shared/ui/search-input.tsx'
import { aboutTexts } from './about-texts.ts'
import { Running } from './running.tsx'
import { setupOver } from './setup-guide.tsx'
import styles from './site.module.css'

/** 关于: what this is, in which versions, whose work it stands on, and where to ask. */
export const About = () => {
  const t = useTexts(aboutTexts)
  return (
    <div className={styles['about']}>
      <Panel className={styles['whole']}>
        <div className={styles['product']}>
          <Logo size={56} />
          <div>
            <h2>
              {t('name')} <small>{t('otherName')}</small>
            </h2>
            <p>{t('purpose')}</p>
          </div>
        </div>
      </Panel>
      <Panel title={t('versions')} padded={false}>
        <Running />
      </Panel>
      <Panel title={t('help')}>
        <dl className={styles['help']}>
          <dt>
            <a href="/api/docs" target="_blank" rel="noreferrer">
              {t('callsDocs')}
            </a>
          </dt>
          <dd>{t('callsDocsHint')}</dd>
          {setupOver.read() === 'left' && (
            <>
              <dt>
                <Link to="/home" onClick={() => setupOver.write(null)}>
                  {t('setup')}
                </Link>
              </dt>
              <dd>{t('setupHint')}</dd>
            </>
          )}
          <dt>{t('operations')}</dt>
          <dd>{t('operationsHint')}</dd>
          <dt>{t('support')}</dt>
          <dd>{t('supportHint')}</dd>
        </dl>
      </Panel>
      <Packages />
    </div>
  )
}

const Packages = () => {
  const t = useTexts(aboutTexts)
  const [search, setSearch] = useState('')
  const wanted = search.trim().toLowerCase()
  const shown = import.meta.env.PACKAGES.filter(({ name, licence }) => `${name} ${licence}`.toLowerCase().includes(wanted))
  return (
    <Panel title={t('packages')} extra={t('packagesCount', { n: shown.length })} className={styles['whole']}>
      <SearchInput label={t('search')} value={search} onSearch={setSearch} />
      {shown.length === 0 ? (
        <p className={styles['quiet']}>{t('nothingFound')}</p>
      ) : (
        <PlainTable className={styles['packages']}>
          <thead>
            <tr>
              <th scope="col">{t('package')}</th>
              <th scope="col">{t('version')}</th>
              <th scope="col">{t('licence')}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ name, version, licence }) => (
              <tr key={`${name} ${version}`}>
                <td>{name}</td>
                <td>{version}</td>
                <td>{licence || t('unknownLicence')}</td>
              </tr>
            ))}
          </tbody>
        </PlainTable>
      )}
    </Panel>
  )
}
