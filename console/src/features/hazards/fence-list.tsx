import { fenceType } from '@vigil/contract/hazards/entities.ts'
import type { Fence } from '@vigil/contract/hazards/fence.ts'
import { Button, Select } from 'antd'
import { useEffect, useMemo, useRef } from 'react'
import { useRank } from '../../shared/find/use-rank.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { usePositionsPulse } from '../../shared/live/hooks.ts'
import { positions } from '../../shared/live/live.ts'
import { fenceOutline, ringOf } from '../../shared/map/geometry.ts'
import { countHeads } from '../../shared/map/head-count.ts'
import { IconButton } from '../../shared/ui/bare-buttons.tsx'
import { Icon } from '../../shared/ui/icon.tsx'
import { Stack } from '../../shared/ui/layout.tsx'
import { LevelLabel, LevelMark } from '../../shared/ui/level-mark.tsx'
import { RowButton, RowList, RowWords } from '../../shared/ui/row-list.tsx'
import { SearchInput } from '../../shared/ui/search-input.tsx'
import { EmptyState } from '../../shared/ui/states.tsx'
import { foundFences, isFiltered, type FenceFilter } from './fence-search.ts'
import styles from './hazards.module.css'
import { reveal } from './reveal.ts'
import { hazardTexts } from './texts.ts'
import { watchedTexts } from './watched.ts'

interface FenceListProps {
  readonly fences: readonly Fence[]
  readonly filter: FenceFilter
  readonly onFilter: (filter: FenceFilter) => void
  readonly selected: string | null
  readonly onSelect: (id: string) => void
  /** Absent: nobody may draw here. */
  readonly onNew?: (() => void) | undefined
  /** All of them as a table, with everything that is done to many at once. */
  readonly onTable: () => void
  /** Absent: the list always stands there. */
  readonly onClose?: (() => void) | undefined
}

const countEvery = 1_000

/** People inside each fence now. */
const useInside = (fences: readonly Fence[]): ReadonlyMap<string, number> => {
  const pulse = usePositionsPulse(countEvery)
  const rings = useMemo(() => fences.map((fence) => ({ id: fence.id, ring: ringOf(fenceOutline(fence)) })), [fences])
  // The store is not a value that React sees change: the pulse stands for it.
  return useMemo(() => ({ pulse, ...countHeads(positions, rings) }).byArea, [rings, pulse])
}

/** All fences, with search and filters. */
export const FenceList = ({ fences, filter, onFilter, selected, onSelect, onNew, onTable, onClose }: FenceListProps) => {
  const t = useTexts(hazardTexts)
  const { language } = useLanguage()
  const rank = useRank()
  const { query, level, enable } = filter
  const found = useMemo(() => foundFences(fences, { query, level, enable }, rank), [fences, query, level, enable, rank])
  const inside = useInside(fences)
  const chosen = useRef<HTMLButtonElement>(null)
  const rows = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (chosen.current && rows.current) reveal(chosen.current, rows.current)
  }, [selected])
  const clear = (): void => onFilter({ query: '', level: null, enable: null })
  return (
    <section className={styles['listPanel']} aria-label={t('fences')}>
      <header className={styles['head']}>
        <h2 className="fixed">{t('fences')}</h2>
        <span className={styles['total']}>
          {isFiltered(filter)
            ? t('countShown', { shown: found.length, total: fences.length })
            : t('countAll', { total: fences.length })}
        </span>
        <IconButton label={t('asTable')} onClick={onTable}>
          <Icon name="columns" />
        </IconButton>
        {onClose && (
          <IconButton label={t('closeForm')} onClick={onClose}>
            <Icon name="close" />
          </IconButton>
        )}
      </header>
      <Stack className="fixed ruled" gap={8} pad={12}>
        <SearchInput label={t('searchFences')} value={query} onSearch={(text) => onFilter({ ...filter, query: text })} />
        <div className={styles['pair']}>
          <Select
            value={level ?? 0}
            aria-label={t('level')}
            options={[
              { value: 0, label: t('allLevels') },
              ...([1, 2, 3] as const).map((value) => ({ value, label: <LevelLabel level={value} size={16} /> })),
            ]}
            onChange={(value) => onFilter({ ...filter, level: value === 1 || value === 2 || value === 3 ? value : null })}
          />
          <Select
            value={enable ?? -1}
            aria-label={t('enable')}
            options={[
              { value: -1, label: t('allStates') },
              { value: 1, label: t('on') },
              { value: 0, label: t('off') },
            ]}
            onChange={(value) => onFilter({ ...filter, enable: value === 1 || value === 0 ? value : null })}
          />
        </div>
        {onNew && (
          <Button type="primary" block icon={<Icon name="plus" size={16} />} onClick={onNew}>
            {t('newFence')}
          </Button>
        )}
      </Stack>
      {fences.length === 0 ? (
        <EmptyState icon="fence" title={t('noFences')} hint={t(onNew ? 'noFencesHint' : 'noFencesReadOnly')}>
          {onNew && <Button onClick={onNew}>{t('newFence')}</Button>}
        </EmptyState>
      ) : found.length === 0 ? (
        <EmptyState icon="search" title={t('noneFound')} hint={t('noneFoundHint')}>
          <Button onClick={clear}>{t('clearFilters')}</Button>
        </EmptyState>
      ) : (
        <RowList ref={rows}>
          {found.map((fence) => {
            const on = fence.id === selected
            const count = inside.get(fence.id) ?? 0
            return (
              <li key={fence.id}>
                <RowButton ref={on ? chosen : null} aria-current={on} off={fence.enable !== 1} onClick={() => onSelect(fence.id)}>
                  <LevelMark level={fence.level} size={20} />
                  <RowWords
                    name={fence.name}
                    // What it looks like is seen on the map: one line is for what it does.
                    detail={[fenceType.name(fence.type, language), ...watchedTexts(fence, language)].join(' · ')}
                    beside={
                      <>
                        {/* Said only of those that are not as usual: the words about a fence need the room. */}
                        {fence.enable !== 1 && (
                          <span className={styles['stateOff']}>
                            <i className={styles['dot']} aria-hidden="true" />
                            {t('off')}
                          </span>
                        )}
                        {count > 0 && (
                          <span className={styles['inside']}>
                            <Icon name="user" size={14} />
                            {t('inside', { n: count })}
                          </span>
                        )}
                      </>
                    }
                  />
                </RowButton>
              </li>
            )
          })}
        </RowList>
      )}
    </section>
  )
}
