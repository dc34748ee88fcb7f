import { Button } from 'antd'
import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { useLanguage } from '../i18n/language.ts'
import { useTexts } from '../i18n/texts.ts'
import { isNarrowed, type ListChange, type ListState } from '../routes/list-address.ts'
import { referenceBehind } from '../spec/columns.ts'
import type { Filter } from '../spec/filters.ts'
import type { ListNoun } from '../spec/record.ts'
import { listTexts } from '../spec/texts.ts'
import { Icon } from '../ui/icon.tsx'
import { useMobile } from '../ui/use-media.ts'
import { FilterControl, TypedInput } from './filter-control.tsx'
import styles from './search.module.css'

/** Milliseconds without a key before what was typed is looked for. */
const pause = 400
const keywordKey = ''

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
  /** Fields forget what was typed in them and not yet looked for. */
  const [round, setRound] = useState(0)
  const typed = useRef(new Map<string, string>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef(onChange)
  useEffect(() => {
    latest.current = onChange
  })
  useEffect(() => () => clearTimeout(timer.current), [])

  const labels = noun.search.map(
    (name) => (noun.fields[name] ?? noun.shown[name] ?? referenceBehind(noun, name)?.[1])?.label[language] ?? name,
  )
  const placeholder = labels.join(language === 'zh' ? '、' : ', ')
  const apply = (): boolean => {
    clearTimeout(timer.current)
    const entries = [...typed.current]
    typed.current.clear()
    if (entries.length === 0) return false
    const keyword = entries.find(([name]) => name === keywordKey)?.[1]
    const texts = entries.filter(([name]) => name !== keywordKey)
    latest.current({
      ...(keyword === undefined ? {} : { keyword: keyword.trim() }),
      filters: Object.fromEntries(texts.map(([name, text]) => [name, text.trim() === '' ? null : text.trim()])),
    })
    return true
  }
  const onTyped = (name: string, text: string): void => {
    typed.current.set(name, text)
    clearTimeout(timer.current)
    timer.current = setTimeout(apply, pause)
  }
  const reset = (): void => {
    typed.current.clear()
    clearTimeout(timer.current)
    setRound((before) => before + 1)
    const names = filters.flatMap((filter) => (filter.kind === 'range' ? [filter.from, filter.to] : [filter.name]))
    onChange({ keyword: '', deptId: null, filters: Object.fromEntries(names.map((name) => [name, null])) })
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
