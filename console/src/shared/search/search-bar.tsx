import { Button, ConfigProvider } from 'antd'
import { useId, useState, type ReactNode } from 'react'
import { useLanguage } from '../i18n/language.ts'
import { useTexts } from '../i18n/texts.ts'
import { isNarrowed, type ListChange, type ListState } from '../routes/list-address.ts'
import { referenceBehind } from '../spec/columns.ts'
import { filterNames, type DrawnFilter, type Filter } from '../spec/filters.ts'
import type { ListNoun } from '../spec/record.ts'
import { listTexts } from '../spec/texts.ts'
import { Icon } from '../ui/icon.tsx'
import { useMobile } from '../ui/use-media.ts'
import { FilterControl, TypedInput } from './filter-control.tsx'
import { countActive, mostPrimary, splitFilters } from './primary.ts'
import styles from './search.module.css'
import { useRoomForFilters } from './use-room.ts'
import { keywordKey, useTyped } from './use-typed.ts'

interface SearchBarProps {
  readonly noun: ListNoun
  readonly filters: readonly Filter[]
  readonly state: ListState
  readonly onChange: (change: ListChange) => void
  /** Asked to search again for the same. */
  readonly onSearch: () => void
  /** There is less room than a window of that width has as a rule. */
  readonly narrow: boolean
  /** The control of the department, where its panel has no room. */
  readonly department: ((id: string) => ReactNode) | null
}

/**
 * One line: keyword, the filters that matter most, 查询 and 重置; 更多筛选 opens the others below it. Texts apply when one pauses
 * or presses Enter, everything else at once.
 */
export const SearchBar = ({ noun, filters, state, onChange, onSearch, narrow, department }: SearchBarProps) => {
  const t = useTexts(listTexts)
  const { language } = useLanguage()
  const id = useId()
  const mobile = useMobile()
  const [unfolded, setUnfolded] = useState(false)
  const { round, onTyped, apply, forget } = useTyped(onChange)
  const { bar, room } = useRoomForFilters(mobile ? 0 : narrow ? 1 : mostPrimary)
  const { primary, others } = splitFilters(filters, room)
  const reset = (): void => {
    forget()
    onChange({ keyword: '', deptId: null, filters: Object.fromEntries(filterNames(filters).map((name) => [name, null])) })
  }
  const items = (shown: readonly DrawnFilter[]) =>
    shown.map((filter) => (
      <Item key={filter.name} id={`${id}-${filter.name}`} label={filter.label[language]} kind={filter.kind}>
        <FilterControl
          key={round}
          id={`${id}-${filter.name}`}
          filter={filter}
          values={state.filters}
          onChange={(values) => onChange({ filters: values })}
          onTyped={onTyped}
        />
      </Item>
    ))

  const active = countActive(others, state.filters) + (department && state.deptId !== null ? 1 : 0)
  const foldable = others.length > 0 || department !== null
  if (noun.search.length === 0 && filters.length === 0 && department === null) return null
  return (
    <form
      ref={bar}
      role="search"
      className={styles['bar']}
      onSubmit={(event) => {
        event.preventDefault()
        if (!apply()) onSearch()
      }}
    >
      {noun.search.length > 0 && (
        <Keyword
          key={round}
          id={`${id}-keyword`}
          noun={noun}
          value={state.keyword}
          onTyped={(text) => onTyped(keywordKey, text)}
        />
      )}
      {items(primary)}
      {foldable && <More n={active} short={mobile} unfolded={unfolded} onFold={setUnfolded} />}
      <div className={styles['buttons']}>
        <Button type="primary" htmlType="submit">
          {t('search')}
        </Button>
        <Button onClick={reset} disabled={!isNarrowed(state)}>
          {t('reset')}
        </Button>
      </div>
      {foldable && unfolded && (
        <div className={styles['others']}>
          {department && (
            <Item id={`${id}-dept`} label={t('department')} kind="field">
              {department(`${id}-dept`)}
            </Item>
          )}
          {items(others)}
        </div>
      )}
    </form>
  )
}

interface KeywordProps {
  readonly id: string
  readonly noun: ListNoun
  readonly value: string
  readonly onTyped: (text: string) => void
}

/** What is looked for in everything that the noun says. */
const Keyword = ({ id, noun, value, onTyped }: KeywordProps) => {
  const t = useTexts(listTexts)
  const { language } = useLanguage()
  const labels = noun.search.map(
    (name) => (noun.fields[name] ?? noun.shown[name] ?? referenceBehind(noun, name)?.[1])?.label[language] ?? name,
  )
  return (
    <div className={styles['keyword']} data-main>
      <label htmlFor={id}>{t('keyword')}</label>
      <TypedInput id={id} value={value} search placeholder={labels.join(language === 'zh' ? '、' : ', ')} onTyped={onTyped} />
    </div>
  )
}

interface ItemProps {
  readonly id: string
  readonly label: string
  readonly kind: DrawnFilter['kind']
  readonly children: ReactNode
}

/** A filter in one frame with what it is called. */
const Item = ({ id, label, kind, children }: ItemProps) => (
  <div className={styles['item']} data-kind={kind}>
    <label htmlFor={id}>{label}</label>
    <ConfigProvider variant="borderless">{children}</ConfigProvider>
  </div>
)

interface MoreProps {
  /** How many of the filters that it hides narrow the list. */
  readonly n: number
  readonly short: boolean
  readonly unfolded: boolean
  readonly onFold: (unfolded: boolean) => void
}

const More = ({ n, short, unfolded, onFold }: MoreProps) => {
  const t = useTexts(listTexts)
  return (
    <Button icon={<Icon name="sliders" size={16} />} aria-expanded={unfolded} onClick={() => onFold(!unfolded)}>
      {t(short ? 'filters' : 'moreFilters')}
      {n > 0 && <b className={styles['active']}>{n}</b>}
    </Button>
  )
}
