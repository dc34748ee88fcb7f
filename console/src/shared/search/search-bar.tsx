import { Button } from 'antd'
import { useId, useState, type ReactNode } from 'react'
import { useLanguage } from '../i18n/language.ts'
import { useTexts } from '../i18n/texts.ts'
import { isNarrowed, type ListChange, type ListState } from '../routes/list-address.ts'
import { referenceBehind } from '../spec/columns.ts'
import { filterNames, type Filter } from '../spec/filters.ts'
import type { ListNoun } from '../spec/record.ts'
import { listTexts } from '../spec/texts.ts'
import { Icon } from '../ui/icon.tsx'
import { useMobile } from '../ui/use-media.ts'
import { FilterControl, TypedInput } from './filter-control.tsx'
import styles from './search.module.css'
import { keywordKey, useTyped } from './use-typed.ts'

interface SearchBarProps {
  readonly noun: ListNoun
  readonly filters: readonly Filter[]
  readonly state: ListState
  readonly onChange: (change: ListChange) => void
  /** Asked to search again for the same. */
  readonly onSearch: () => void
  /** The control of the department, where its panel has no room. */
  readonly department: ((id: string) => ReactNode) | null
}

/** Keyword, filters, 查询 and 重置. Texts apply when one pauses or presses Enter, everything else at once. */
export const SearchBar = ({ noun, filters, state, onChange, onSearch, department }: SearchBarProps) => {
  const t = useTexts(listTexts)
  const { language } = useLanguage()
  const id = useId()
  const mobile = useMobile()
  const [unfolded, setUnfolded] = useState(false)
  const { round, onTyped, apply, forget } = useTyped(onChange)
  const labels = noun.search.map(
    (name) => (noun.fields[name] ?? noun.shown[name] ?? referenceBehind(noun, name)?.[1])?.label[language] ?? name,
  )
  const placeholder = labels.join(language === 'zh' ? '、' : ', ')
  const reset = (): void => {
    forget()
    onChange({ keyword: '', deptId: null, filters: Object.fromEntries(filterNames(filters).map((name) => [name, null])) })
  }

  const active = Object.keys(state.filters).length + (department && state.deptId !== null ? 1 : 0)
  const folded = mobile && !unfolded
  const foldable = mobile && (filters.length > 0 || department !== null)
  if (noun.search.length === 0 && filters.length === 0 && department === null) return null
  return (
    <form
      role="search"
      className={styles['bar']}
      onSubmit={(event) => {
        event.preventDefault()
        if (!apply()) onSearch()
      }}
    >
      {noun.search.length > 0 && (
        <div className={styles['item']} data-main>
          <label htmlFor={`${id}-keyword`}>{t('keyword')}</label>
          <TypedInput
            key={round}
            id={`${id}-keyword`}
            value={state.keyword}
            placeholder={placeholder}
            onTyped={(text) => onTyped(keywordKey, text)}
          />
          {foldable && (
            <Button
              icon={<Icon name="sliders" size={16} />}
              aria-expanded={unfolded}
              onClick={() => setUnfolded((before) => !before)}
            >
              {active > 0 ? t('filtersOn', { n: active }) : t('filters')}
            </Button>
          )}
        </div>
      )}
      {!folded && department && (
        <div className={styles['item']}>
          <label htmlFor={`${id}-dept`}>{t('department')}</label>
          {department(`${id}-dept`)}
        </div>
      )}
      {!folded &&
        filters.map((filter) => (
          <div key={filter.name} className={styles['item']} data-kind={filter.kind}>
            <label htmlFor={`${id}-${filter.name}`}>{filter.label[language]}</label>
            <FilterControl
              key={round}
              id={`${id}-${filter.name}`}
              filter={filter}
              values={state.filters}
              onChange={(values) => onChange({ filters: values })}
              onTyped={onTyped}
            />
          </div>
        ))}
      {!folded && (
        <div className={styles['buttons']}>
          <Button type="primary" htmlType="submit">
            {t('search')}
          </Button>
          <Button onClick={reset} disabled={!isNarrowed(state)}>
            {t('reset')}
          </Button>
        </div>
      )}
    </form>
  )
}
