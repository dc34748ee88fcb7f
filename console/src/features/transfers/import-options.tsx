import { existingRows, importMode } from '@vigil/contract/transfers/entities.ts'
import { Select } from 'antd'
import { useId, type ReactNode } from 'react'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { transferTexts } from './texts.ts'
import styles from './transfers.module.css'
import type { Existing, ImportState, Mode } from './use-import.ts'

interface ImportOptionsProps {
  readonly fileName: string
  readonly state: Pick<ImportState, 'existing' | 'mode' | 'setExisting' | 'setMode'>
}

/** What happens to records that exist already, and to the others when a row is wrong. */
export const ImportOptions = ({ fileName, state: { existing, mode, setExisting, setMode } }: ImportOptionsProps) => {
  const t = useTexts(transferTexts)
  const { language } = useLanguage()
  const id = useId()
  return (
    <div className={styles['options']}>
      <span className={styles['fileName']} title={fileName}>
        {fileName}
      </span>
      <Labelled id={`${id}e`} label={t('existing')}>
        <Select<Existing>
          id={`${id}e`}
          value={existing}
          popupMatchSelectWidth={false}
          options={[...existingRows.options(language)]}
          onChange={setExisting}
        />
      </Labelled>
      <Labelled id={`${id}m`} label={t('mode')}>
        <Select<Mode>
          id={`${id}m`}
          value={mode}
          popupMatchSelectWidth={false}
          options={[...importMode.options(language)]}
          onChange={setMode}
        />
      </Labelled>
    </div>
  )
}

const Labelled = ({ id, label, children }: { readonly id: string; readonly label: string; readonly children: ReactNode }) => (
  <span className={styles['labelled']}>
    <label htmlFor={id}>{label}</label>
    {children}
  </span>
)
