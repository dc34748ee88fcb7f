import { AutoComplete, Input } from 'antd'
import { useEffect, useState, type KeyboardEvent } from 'react'
import { logError } from '../../shared/error-log/error-log.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { Icon } from '../../shared/ui/icon.tsx'
import { findThings, type FoundThing } from './find-things.ts'
import { FoundRow } from './found-row.tsx'
import styles from './positions.module.css'
import { positionTexts } from './texts.ts'

const most = 12
const wait = 150

/** What is found for a query; null until it is known. */
const useFound = (query: string): readonly FoundThing[] | null => {
  const [found, setFound] = useState<readonly FoundThing[] | null>(null)
  useEffect(() => {
    if (query === '') {
      setFound(null)
      return undefined
    }
    let current = true
    const timer = setTimeout(() => {
      findThings(query, most).then(
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
  return found
}

interface MapSearchProps {
  readonly onSelect: (id: number) => void
  /** Escape where no list is open any more. */
  readonly onLeave: () => void
}

/** The search box above the map; Enter takes the first hit, what is chosen is selected and flown to. */
export const MapSearch = ({ onSelect, onLeave }: MapSearchProps) => {
  const t = useTexts(positionTexts)
  const [query, setQuery] = useState('')
  const [left, setLeft] = useState(false)
  const wanted = query.trim()
  const found = useFound(wanted)
  const listed = !left && found !== null && wanted !== ''
  const pressed = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
    if (listed) setLeft(true)
    else onLeave()
  }
  return (
    <AutoComplete
      className={styles['search'] ?? ''}
      value={query}
      open={listed}
      onFocus={() => setLeft(false)}
      onBlur={() => setLeft(true)}
      onChange={(text) => {
        setQuery(text)
        setLeft(false)
      }}
      onKeyDown={pressed}
      defaultActiveFirstOption
      options={(found ?? []).map(({ slot, object }) => ({
        value: String(object.id),
        label: <FoundRow slot={slot} />,
      }))}
      notFoundContent={found?.length === 0 ? t('nothingFound', { query: wanted }) : null}
      onSelect={(value) => {
        setQuery('')
        onSelect(Number(value))
      }}
    >
      <Input allowClear placeholder={t('search')} prefix={<Icon name="search" size={16} />} aria-label={t('search')} />
    </AutoComplete>
  )
}
