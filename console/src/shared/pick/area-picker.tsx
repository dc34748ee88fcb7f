import type { HazardArea } from '@vigil/contract/hazards/hazard-area.ts'
import { Select } from 'antd'
import { useState } from 'react'
import { useRank } from '../find/use-rank.ts'
import { useTexts } from '../i18n/texts.ts'
import { useAreaName, useHazardAreas } from '../map/map-data.ts'
import { RiskTag } from '../ui/risk-tag.tsx'
import styles from './area-picker.module.css'
import { AreaSelectDialog } from './area-select-dialog.tsx'
import { areaRank } from './areas.ts'
import { BrowseButton } from './browse-button.tsx'
import fieldStyles from './field.module.css'
import { ariaOf, useDisabled, type FieldProps, type Labelled } from './field.ts'
import { missingText, type Named } from './named.ts'
import { PopupState } from './popup-state.tsx'
import { pickTexts } from './texts.ts'

interface AreaPickerProps extends FieldProps<string | null, readonly [area: HazardArea | null]> {
  /** The present value, as the record tells it: its name until the areas have come. */
  readonly known?: Named | null | undefined
  /** False: there must be one; true unless said. */
  readonly allowClear?: boolean
}

/** One hazard area, by name, pinyin or code, or on the map that the button beside it opens. */
export const AreaPicker = ({
  id,
  value,
  onChange,
  known,
  disabled,
  placeholder,
  allowClear = true,
  ...rest
}: AreaPickerProps) => {
  const t = useTexts(pickTexts)
  const rank = useRank()
  const { query, areas } = useHazardAreas()
  const shown = useAreaName()
  const off = useDisabled(disabled)
  const [search, setSearch] = useState('')
  const [browsing, setBrowsing] = useState(false)
  const nameOf = (area: string): string => {
    const record = areas.find((other) => other.id === area) ?? (known?.id === area ? known : null)
    return record ? shown(record) : missingText(area, query, t)
  }
  return (
    <span className={fieldStyles['field']}>
      <Select
        {...ariaOf(rest)}
        id={id}
        labelInValue
        value={value ? { value, label: nameOf(value) } : null}
        options={areas.map((area) => ({ value: area.id, label: shown(area), area }))}
        optionRender={({ data }) => (
          <span className={styles['option']}>
            <span className="grow ellipsis" title={data.label}>
              {data.label}
            </span>
            <small className="ellipsis quiet">{data.area.deptName}</small>
            <RiskTag level={data.area.riskLevel} />
          </span>
        )}
        showSearch={{
          onSearch: setSearch,
          filterOption: (typed, option) => option !== undefined && areaRank(option.area, typed.trim(), rank, shown) !== null,
        }}
        notFoundContent={<PopupState query={query} search={search.trim()} empty={t('noAreas')} />}
        allowClear={allowClear}
        placeholder={placeholder ?? t('chooseArea')}
        disabled={off}
        className={fieldStyles['main'] ?? ''}
        popupMatchSelectWidth={narrowestPopup}
        onChange={(next: Labelled | undefined) =>
          onChange?.(next?.value ?? null, areas.find((area) => area.id === next?.value) ?? null)
        }
      />
      <BrowseButton disabled={off} icon="layers" text={t('browseAreas')} onClick={() => setBrowsing(true)} />
      <AreaSelectDialog
        open={browsing}
        onClose={() => setBrowsing(false)}
        chosen={value ?? null}
        onChoose={(area) => onChange?.(area?.id ?? null, area)}
      />
    </span>
  )
}
/** Pixels: a name, a department and a risk beside each other. */
const narrowestPopup = 320
