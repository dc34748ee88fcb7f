import { Button, Pagination, Segmented, Select } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useTexts } from '../../../shared/i18n/texts.ts'
import { addressOf } from '../../../shared/routes/address.ts'
import { Stack } from '../../../shared/ui/layout.tsx'
import { Card } from '../../../shared/ui/panel.tsx'
import { RowButton, RowList, RowWords } from '../../../shared/ui/row-list.tsx'
import { SearchInput } from '../../../shared/ui/search-input.tsx'
import { EmptyState } from '../../../shared/ui/states.tsx'
import { filteredBeacons, isOnMap, isOnPlan, type Beacon, type BeaconFilter } from './bound.ts'
import styles from './beacon-places.module.css'
import { placeTexts } from './texts.ts'

interface BeaconListProps {
  readonly beacons: readonly Beacon[]
  readonly buildings: readonly { readonly id: string; readonly name: string }[]
  readonly chosenId: string | null
  readonly onChoose: (id: string) => void
}

const pageSize = 50

/** The beacons to choose from. */
export const BeaconList = ({ beacons, buildings, chosenId, onChoose }: BeaconListProps) => {
  const t = useTexts(placeTexts)
  const navigate = useNavigate()
  const [filter, setFilter] = useState<BeaconFilter>({ keyword: '', bound: 'all', regionId: null, floor: null })
  const [page, setPage] = useState(1)
  const change = (more: Partial<BeaconFilter>): void => {
    setFilter((before) => ({ ...before, ...more }))
    setPage(1)
  }
  const found = filteredBeacons(beacons, filter)
  const last = Math.max(1, Math.ceil(found.length / pageSize))
  const shown = Math.min(page, last)
  const levels = [...new Set(beacons.flatMap(({ regionId, floor }) => (regionId === filter.regionId ? (floor ?? []) : [])))]
  return (
    <Card label={t('beacons')}>
      <Stack className="fixed ruled" gap={8} pad={12}>
        <SearchInput label={t('search')} value={filter.keyword} onSearch={(text) => change({ keyword: text })} />
        <Segmented<BeaconFilter['bound']>
          block
          value={filter.bound}
          options={[
            { value: 'all', label: t('all') },
            { value: 'unbound', label: t('unboundOnes') },
            { value: 'bound', label: t('boundOnes') },
          ]}
          onChange={(bound) => change({ bound })}
        />
        <div className={styles['pair']}>
          <Select<string | null>
            allowClear
            aria-label={t('building')}
            placeholder={t('allBuildings')}
            value={filter.regionId}
            options={buildings.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(regionId) => change({ regionId: regionId ?? null, floor: null })}
          />
          <Select<number | null>
            allowClear
            aria-label={t('floor')}
            placeholder={t('allFloors')}
            disabled={filter.regionId === null}
            value={filter.floor}
            options={levels.sort((a, b) => a - b).map((level) => ({ value: level, label: t('level', { n: level }) }))}
            onChange={(floor) => change({ floor: floor ?? null })}
          />
        </div>
      </Stack>
      {beacons.length === 0 ? (
        <EmptyState icon="beacon" title={t('noBeacons')} hint={t('noBeaconsHint')}>
          <Button type="primary" onClick={() => void navigate(addressOf('beaconMgmt'))}>
            {t('toBeacons')}
          </Button>
        </EmptyState>
      ) : found.length === 0 ? (
        <EmptyState icon="search" title={t('noneFound')} />
      ) : (
        <RowList>
          {found.slice((shown - 1) * pageSize, shown * pageSize).map((beacon) => (
            <li key={beacon.id}>
              <RowButton aria-current={beacon.id === chosenId} onClick={() => onChoose(beacon.id)}>
                <RowWords
                  name={beacon.name}
                  detail={[
                    `Minor ${beacon.minor}`,
                    [beacon.regionName, beacon.floor !== null && t('level', { n: beacon.floor })].filter(Boolean).join(' '),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                />
                <span className="fixed quiet">
                  {[isOnMap(beacon) && t('map'), isOnPlan(beacon) && t('plan')].filter(Boolean).join(' ')}
                </span>
              </RowButton>
            </li>
          ))}
        </RowList>
      )}
      <div className={styles['listFoot']}>
        <span>{t('total', { n: found.length })}</span>
        {last > 1 && (
          <Pagination
            size="small"
            simple
            showSizeChanger={false}
            current={shown}
            pageSize={pageSize}
            total={found.length}
            onChange={setPage}
          />
        )}
      </div>
    </Card>
  )
}
