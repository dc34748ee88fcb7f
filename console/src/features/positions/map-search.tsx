import { AutoComplete, Input } from 'antd'
import { useEffect, useState } from 'react'
import { logError } from '../../shared/error-log/error-log.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { Icon } from '../../shared/ui/icon.tsx'
import { findThings, type FoundThing } from './find-things.ts'
import styles from './positions.module.css'
import { ThingRow } from './thing-row.tsx'
import { positionTexts } from './texts.ts'

const most = 12
const wait = 150

/** The search box above the map; what is chosen is selected and flown to. */
export const MapSearch = ({ onSelect }: { readonly onSelect: (id: number) => void }) => {
  const t = useTexts(positionTexts)
  const [query, setQuery] = useState('')
  const [found, setFound] = useState<readonly FoundThing[] | null>(null)
  useEffect(() => {
    const wanted = query.trim()
    if (wanted === '') {
      setFound(null)
      return undefined
    }
    let current = true
    const timer = setTimeout(() => {
      findThings(wanted, most).then(
        (things) => {
          if (current) setFound(things)
        },
        (error: unknown) => logError(error, 'map search'),
      )
    }, wait)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [query])
  return (
    <AutoComplete
      className={styles['search'] ?? ''}
      value={query}
      onChange={setQuery}
      options={(found ?? []).map(({ slot, object }) => ({
        value: String(object.id),
        label: <ThingRow slot={slot} onSelect={() => undefined} />,
      }))}
      notFoundContent={found?.length === 0 ? t('nothingFound', { query: query.trim() }) : null}
      onSelect={(value) => {
        setQuery('')
        onSelect(Number(value))
      }}
    >
      <Input allowClear placeholder={t('search')} prefix={<Icon name="search" size={16} />} aria-label={t('search')} />
    </AutoComplete>
  )
}
