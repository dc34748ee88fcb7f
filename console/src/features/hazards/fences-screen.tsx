import { hazardCalls } from '@vigil/contract/hazards/calls.ts'
import { whole } from '@vigil/contract/kernel/client.ts'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { useCall } from '../../shared/api/queries.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { ListWithDepartments } from '../../shared/list/list-screen.tsx'
import { useMapData } from '../../shared/map/map-data.ts'
import { MapPending } from '../../shared/map/map-screen.tsx'
import { fenceSpec } from './fence-spec.tsx'
import { FenceWorkbench } from './fence-workbench.tsx'
import styles from './hazards.module.css'
import { hazardTexts } from './texts.ts'

/** 电子围栏: where nobody may enter or leave, drawn on the plan. */
export const FencesScreen = () => {
  const t = useTexts(hazardTexts)
  const [params] = useSearchParams()
  const { site, basemap, areas, error, loading, retry } = useMapData()
  const fences = useCall(hazardCalls.listBsDangAreaAll, undefined)
  const all = useMemo(() => (fences.data ? whole(fences.data) : null), [fences.data])
  const failed = error ?? (all === null ? fences.error : null)
  if (failed || !site || !basemap || all === null)
    return (
      <MapPending
        arrangement="beside"
        label={t('fences')}
        error={failed}
        retrying={loading || fences.isFetching}
        onRetry={() => {
          retry()
          void fences.refetch()
        }}
      />
    )
  // A record is opened on the map, and its end leads back to the table.
  if (params.get('view') === 'table' && params.get('id') === null) {
    return (
      <div className={styles['table']}>
        <ListWithDepartments spec={fenceSpec} />
      </div>
    )
  }
  return <FenceWorkbench plan={{ site, basemap, areas, fences: all }} />
}
