import { useTexts } from '../i18n/texts.ts'
import type { ListChange } from '../routes/list-address.ts'
import type { Filter } from '../spec/filters.ts'
import type { Row } from '../spec/record.ts'
import { listTexts } from '../spec/texts.ts'
import { Icon } from '../ui/icon.tsx'
import styles from './search.module.css'

interface ToldFiltersProps {
  readonly filters: readonly Filter[]
  readonly values: Readonly<Record<string, string>>
  readonly rows: readonly Row[]
  readonly onChange: (change: ListChange) => void
}

/** What a link narrowed the list to, in words, each with a way out of it; nothing where no link did. */
export const ToldFilters = ({ filters, values, rows, onChange }: ToldFiltersProps) => {
  const t = useTexts(listTexts)
  const told = filters.flatMap((filter) => {
    const value = values[filter.name]
    return filter.kind === 'told' && value !== undefined && filter.toBody(value) !== undefined ? [{ ...filter, value }] : []
  })
  if (told.length === 0) return null
  return (
    <div className={styles['told']} role="group" aria-label={t('only')}>
      <span className="quiet">{t('only')}</span>
      {told.map(({ name, told: Words, value }) => (
        <span key={name} className={styles['chip']}>
          <Words value={value} rows={rows} />
          <button
            type="button"
            className="bare"
            title={t('takeAway')}
            aria-label={t('takeAway')}
            onClick={() => onChange({ filters: { [name]: null } })}
          >
            <Icon name="close" size={14} />
          </button>
        </span>
      ))}
    </div>
  )
}
