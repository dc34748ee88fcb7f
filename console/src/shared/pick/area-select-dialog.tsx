import { riskLevel } from '@vigil/contract/hazards/entities.ts'
import type { HazardArea } from '@vigil/contract/hazards/hazard-area.ts'
import { Select } from 'antd'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useRank } from '../find/use-rank.ts'
import { useLanguage } from '../i18n/language.ts'
import { useTexts } from '../i18n/texts.ts'
import { boundsOf } from '../map/geometry.ts'
import { useAreaName, useHazardAreas } from '../map/map-data.ts'
import type { Stage } from '../map/map-view.tsx'
import { RiskZones } from '../map/risk-zones.tsx'
import { RiskTag } from '../ui/risk-tag.tsx'
import { RowButton, RowList, RowWords } from '../ui/row-list.tsx'
import { SearchInput } from '../ui/search-input.tsx'
import { EmptyState, ErrorState } from '../ui/states.tsx'
import styles from './area-select-dialog.module.css'
import { foundAreas } from './areas.ts'
import frame from './select-dialog.module.css'
import { SelectDialog, type SelectProps } from './select-dialog.tsx'
import { SiteMap } from './site-map.tsx'
import { pickTexts } from './texts.ts'

interface AreaSelectDialogProps extends SelectProps {
  /** What is chosen when it opens; null for none. */
  readonly chosen: string | null
  /** OK was pressed; the dialog closes by itself. */
  readonly onChoose: (area: HazardArea | null) => void
}

const width = 900
const height = 600
const closest = 17.2

/** One hazard area, chosen from the list or on the map beside it. */
export const AreaSelectDialog = ({ open, ...props }: AreaSelectDialogProps) => (open ? <OpenDialog {...props} /> : null)

const OpenDialog = ({ onClose, title, chosen: before, onChoose }: Omit<AreaSelectDialogProps, 'open'>) => {
  const t = useTexts(pickTexts)
  const { areas } = useHazardAreas()
  const nameOf = useAreaName()
  const [chosen, setChosen] = useState(before)
  const area = areas.find(({ id }) => id === chosen) ?? null
  const choose = (id: string | null): void => onChoose(areas.find((other) => other.id === id) ?? null)
  return (
    <SelectDialog
      title={title ?? t('chooseArea')}
      width={width}
      height={height}
      summary={chosen === null ? t('chosenNone') : t('chosenOne') + (area ? nameOf(area) : t('goneRecord'))}
      onClear={chosen === null ? null : () => setChosen(null)}
      onClose={onClose}
      onOk={() => choose(chosen)}
    >
      <Choice
        chosen={chosen}
        onChange={setChosen}
        onConfirm={(id) => {
          choose(id)
          onClose()
        }}
      />
    </SelectDialog>
  )
}

interface ChoiceProps {
  readonly chosen: string | null
  readonly onChange: (id: string) => void
  /** A double click. */
  readonly onConfirm: (id: string) => void
}

const Choice = ({ chosen, onChange, onConfirm }: ChoiceProps) => {
  const t = useTexts(pickTexts)
  const { language } = useLanguage()
  const rank = useRank()
  const { query, areas } = useHazardAreas()
  const nameOf = useAreaName()
  const [search, setSearch] = useState('')
  const [risk, setRisk] = useState<HazardArea['riskLevel'] | null>(null)
  const found = useMemo(() => foundAreas(areas, { search, risk }, rank, nameOf), [areas, search, risk, rank, nameOf])
  const [stage, setStage] = useState<Stage | null>(null)
  const names = useMemo(() => areas.map(({ name }) => name), [areas])
  const row = useRef<HTMLButtonElement>(null)

  // One that was chosen on the map is on the map already: only the list moves then.
  const onMap = useRef(false)
  const area = areas.find(({ id }) => id === chosen)
  useEffect(() => {
    row.current?.scrollIntoView({ block: 'nearest' })
    const bounds = area && boundsOf(area.points)
    if (stage && bounds && !onMap.current) stage.showBounds(bounds, closest)
    onMap.current = false
  }, [stage, area])

  return (
    <div className={`${frame['parts']} ${styles['areas']}`}>
      <section className={frame['list']} aria-label={t('areas')}>
        <div className={styles['filters']}>
          <SearchInput data-first label={t('searchAreas')} value={search} onSearch={setSearch} />
          <Select
            value={risk ?? 0}
            aria-label={t('risk')}
            className={styles['risk'] ?? ''}
            options={[{ value: 0, label: t('allRisks') }, ...riskLevel.options(language)]}
            onChange={(value) => setRisk(riskLevel.codes.find((code) => code === value) ?? null)}
          />
        </div>
        {query.error && areas.length === 0 ? (
          <ErrorState error={query.error} retrying={query.isFetching} onRetry={() => void query.refetch()} />
        ) : found.length === 0 && query.data ? (
          <EmptyState icon="danger" title={t(areas.length === 0 ? 'noAreas' : 'noAreaFound')} />
        ) : (
          <RowList className={styles['rows']} aria-busy={query.isFetching}>
            {found.map(({ id, name, code, riskLevel: level, deptName }) => (
              <li key={id}>
                <RowButton
                  ref={id === chosen ? row : null}
                  aria-pressed={id === chosen}
                  onClick={() => onChange(id)}
                  onDoubleClick={() => onConfirm(id)}
                >
                  <RowWords name={nameOf({ name })} detail={[code, deptName].filter(Boolean).join(' · ') || t('noDepartment')} />
                  <RiskTag level={level} />
                </RowButton>
              </li>
            ))}
          </RowList>
        )}
      </section>
      <section className={frame['map']} aria-label={t('map')}>
        <SiteMap withoutLabels={names} onStage={setStage}>
          <RiskZones
            areas={areas}
            chosen={chosen}
            onChoose={(id) => {
              onMap.current = id !== chosen
              onChange(id)
            }}
          />
        </SiteMap>
      </section>
    </div>
  )
}
